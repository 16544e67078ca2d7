import type { FieldMeta, Meta, SummaryAnswer } from '@tavla/contract'
import { expect, test } from 'vitest'
import { groupByText, readGroupBy } from './group-choice.ts'
import { lastDay, listGroups } from './list-groups.ts'
import { periodName } from './period-name.ts'

const fieldOf = (fieldname: string, fieldtype: string, options: string | null = null) =>
  ({ fieldname, fieldtype, label: fieldname, options, hidden: 0 }) as FieldMeta

const status = fieldOf('status', 'Select', 'Done\nOpen\nWorking')
const due = fieldOf('due', 'Date')
const notes = fieldOf('notes', 'Text')
const meta = {
  all_fields: [status, due, notes],
  states: [{ title: 'Open' }, { title: 'Working' }, { title: 'Done' }],
} as unknown as Meta

const answerOf = (...keys: (string | null)[]): SummaryAnswer => ({
  data: { count: keys.length },
  groups: keys.map((key) => ({ key: [key], titles: [key], count: 1, 'sum:total': '5.00' })),
  complete: 1,
})

test('a grouping names a field that can be grouped, and a period of days alone', () => {
  expect(readGroupBy(meta, 'status')).toEqual({ field: status, period: undefined })
  expect(readGroupBy(meta, 'due:month')).toEqual({ field: due, period: 'month' })
  expect(readGroupBy(meta, 'due')?.period).toBe('day')
  for (const wrong of ['', 'notes', 'gone', 'status:month', 'due:century', 'due:month:day', 'status,due'])
    expect(readGroupBy(meta, wrong)).toBeNull()
  expect([groupByText(status), groupByText(due), groupByText(due, 'week')]).toEqual(['status', 'due:month', 'due:week'])
})

test('groups of a choice stand in the order of the states, and those without a value last', () => {
  const choice = { field: status, period: undefined }
  const answer = answerOf('Done', null, 'Old', 'Open', 'Working')
  const groups = listGroups({ meta, choice, answer, isAscending: false })
  expect(groups.map(({ value }) => value)).toEqual(['Open', 'Working', 'Done', 'Old', null])
  expect(groups[0]).toMatchObject({ where: ['status', '=', 'Open'], count: 1, figures: { 'sum:total': '5.00' } })
  expect(groups.at(-1)?.where).toEqual(['status', 'is', 'not set'])
})

test('periods stand in the direction of the list, and hold the days from their first to their last', () => {
  const choice = { field: due, period: 'month' as const }
  const answer = answerOf('2026-02-01', null, '2026-03-01', '2025-12-01')
  const valuesOf = (isAscending: boolean) => listGroups({ meta, choice, answer, isAscending }).map(({ value }) => value)
  expect(valuesOf(false)).toEqual(['2026-03-01', '2026-02-01', '2025-12-01', null])
  expect(valuesOf(true)).toEqual(['2025-12-01', '2026-02-01', '2026-03-01', null])
  expect(listGroups({ meta, choice, answer, isAscending: true })[1]?.where).toEqual([
    'due',
    'between',
    ['2026-02-01', '2026-02-28'],
  ])
})

test.each([
  ['day', '2026-11-05', '2026-11-05'],
  ['week', '2026-12-27', '2027-01-02'],
  ['month', '2028-02-01', '2028-02-29'],
  ['quarter', '2026-10-01', '2026-12-31'],
  ['year', '2026-01-01', '2026-12-31'],
] as const)('a %s that begins on %s ends on %s', (period, first, last) => {
  expect(lastDay(first, period)).toBe(last)
})

test('a period is told in the language of its reader', () => {
  const t = (source: string, args: readonly unknown[] = []) => source.replace(/\{(\d)\}/g, (_, at) => String(args[at]))
  const nameOf = (language: string, first: string, period: 'month' | 'quarter' | 'year' | 'week') =>
    periodName({ t: t as never, language }, first, period)
  expect(nameOf('en', '2026-11-01', 'month')).toBe('November 2026')
  expect(nameOf('he', '2026-11-01', 'month')).toBe('נובמבר 2026')
  expect(nameOf('en', '2026-10-01', 'quarter')).toBe('Q4 2026')
  expect(nameOf('en', '2026-01-01', 'year')).toBe('2026')
  expect(nameOf('en', '2026-11-08', 'week')).toContain('14 Nov 2026')
})
