import { escapeLike, type FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { filterOperators, readCondition } from './operators.ts'

const field = (fieldtype: string, options: string | null = null) =>
  ({ fieldname: 'one', fieldtype, label: 'One', hidden: 0, options }) as FieldMeta
const text = field('Data')

/** The condition that an operator of this label writes. */
const write = (one: FieldMeta, label: string, value: unknown) =>
  filterOperators(one)
    .find((operator) => operator.label === label)
    ?.write(value)
/** A condition of the API in the words of the screen. */
const read = (one: FieldMeta, condition: readonly [string, unknown]) => {
  const { operator, value } = readCondition(one, condition)
  return [operator.label, value]
}

test('texts are compared as the search compares them', () => {
  expect(write(text, 'contains', '50%')).toEqual(['contains', '50%'])
  expect(write(text, 'does not contain', 'a_b')).toEqual(['not contains', 'a_b'])
  expect(write(text, 'starts with', 'שלום')).toEqual(['starts with', 'שלום'])
  expect(write(field('Link', 'Contact'), 'contains', 'Noa')).toEqual(['contains', 'Noa'])
  expect(write(text, 'contains', '')).toBeNull()
})

test('a condition is read in the words that wrote it', () => {
  for (const label of ['contains', 'does not contain', 'starts with']) {
    const written = write(text, label, 'x%')
    if (!written) throw new Error(`${label} is not offered`)
    expect(read(text, written)).toEqual([label, 'x%'])
  }
  expect(read(text, ['STARTS  with', 'x'])).toEqual(['starts with', 'x'])
})

test('a link with a pattern of like keeps its meaning', () => {
  expect(read(text, ['like', `%${escapeLike('50%')}%`])).toEqual(['contains', '50%'])
  expect(read(text, ['not like', '%a%'])).toEqual(['does not contain', 'a'])
  expect(read(text, ['like', 'a%'])).toEqual(['starts with', 'a'])
  expect(read(field('Select', 'A\nB'), ['like', '%A%'])).toEqual(['contains', 'A'])
  // No word of the screen says this one.
  expect(read(text, ['like', '%a'])).toEqual(['like', '%a'])
})

test('one value and several are the same words', () => {
  const status = field('Select', 'Open\nDone')
  expect(write(status, 'is any of', ['Open'])).toEqual(['=', 'Open'])
  expect(read(status, ['=', 'Open'])).toEqual(['is any of', ['Open']])
  expect(read(status, ['in', 'Open, Done'])).toEqual(['is any of', ['Open', 'Done']])
  expect(read(status, ['=', null])).toEqual(['is empty', null])
})

test('a day is compared by its last moment where moments are stored', () => {
  const moment = field('Datetime')
  expect(write(moment, 'is after', '2026-01-05')).toEqual(['>', '2026-01-05 23:59:59'])
  expect(read(moment, ['>', '2026-01-05 23:59:59'])).toEqual(['is after', '2026-01-05'])
  expect(read(field('Date'), ['in period', 'this_week'])).toEqual(['is in', 'this_week'])
})
