import type { ListAnswer } from '@tavla/contract'
import { expect, test } from 'vitest'
import { newRecord, newRecords, overPage, overRecord, queryBelow, shownChanges } from './overlay.ts'
import { change, create } from './testing/changes.ts'

const page = (ids: readonly string[], more: Partial<ListAnswer> = {}): ListAnswer => ({
  data: ids.map((id) => ({ id, subject: id, status: 'Open' })),
  field_info: [],
  title_field: 'subject',
  count: ids.length,
  limit_start: 0,
  limit_page_length: 20,
  ...more,
})

test('a record shows what was typed, the latest value last', () => {
  const changes = [change('A', { values: { status: 'Done' } }), change('A', { values: { status: 'Open', points: 3 } })]
  expect(overRecord(changes, { id: 'A', status: 'New' })).toMatchObject({ status: 'Open', points: 3 })
  expect(overRecord(changes, { id: 'B', status: 'New' })).toEqual({ id: 'B', status: 'New' })
})

test('a row keeps its own fields, and a changed link its new title', () => {
  const values = { contact: 'C-2', notes: 'long' }
  const row = { id: 'A', contact: 'C-1', _link_titles: { contact: 'Noa', owner: 'Ruth' } }
  const shown = overRecord([change('A', { values, titles: { contact: 'Dan' } })], row, true)
  expect(shown).toEqual({ id: 'A', contact: 'C-2', _link_titles: { contact: 'Dan', owner: 'Ruth' } })
  expect(overRecord([change('A', { values })], row, true)._link_titles).toEqual({ owner: 'Ruth' })
})

test('a bulk edit shows in each of its records', () => {
  const changes = [change('', { kind: 'bulk', ids: ['A', 'B'], values: { status: 'Done' } })]
  expect(overPage(changes, page(['A', 'B', 'C']), {}).data.map((row) => row.status)).toEqual(['Done', 'Done', 'Open'])
})

test('refused changes, and those of other entities, are not shown', () => {
  const changes = [
    change('A', { state: 'refused' }),
    change('A', { entity: 'Contact' }),
    change('A', { state: 'clash' }),
  ]
  expect(shownChanges(changes, 'Task')).toEqual([changes[2]])
})

test('a new record can be read with its later changes, and is gone once it is deleted', () => {
  const made = create('~1')
  const changes = [made, change('~1', { values: { status: 'Done' } })]
  expect(newRecord(changes, '~1')).toMatchObject({ id: '~1', subject: 'Roof', status: 'Done' })
  expect(newRecord(changes, 'A')).toBeUndefined()
  expect(newRecords([...changes, change('~1', { kind: 'delete' })], {})).toEqual([])
})

test('new records stand above the page, the last one first, and shift the pages below', () => {
  const changes = [create('~1'), create('~2')]
  const first = overPage(changes, page(['A', 'B', 'C'], { count: 10 }), { limit_start: 0, limit_page_length: 3 })
  expect(first.data.map(({ id }) => id)).toEqual(['~2', '~1', 'A'])
  expect(first.count).toBe(12)
  const second = { limit_start: 3, limit_page_length: 3 }
  expect(queryBelow(second, 2)).toEqual({ limit_start: 1, limit_page_length: 3 })
  expect(queryBelow({ limit_page_length: 3 }, 2)).toEqual({ limit_page_length: 3 })
  const next = overPage(changes, page(['B', 'C', 'D'], { count: 10, limit_start: 1 }), second)
  expect(next.data.map(({ id }) => id)).toEqual(['B', 'C', 'D'])
  expect(next.limit_start).toBe(3)
})

test('a new record that the server has written before its answer came stands and counts once', () => {
  const shown = overPage([create('~1')], page(['A', '~1', 'B'], { count: 9 }), {})
  expect(shown.data.map(({ id }) => id)).toEqual(['~1', 'A', 'B'])
  expect(shown.count).toBe(9)
})

test('deleted records leave the page and the count', () => {
  const shown = overPage([change('B', { kind: 'delete' })], page(['A', 'B'], { count: 9 }), {})
  expect(shown.data.map(({ id }) => id)).toEqual(['A'])
  expect(shown.count).toBe(8)
})

test('a new record stands only in lists whose conditions it meets', () => {
  const changes = [create('~1', { values: { subject: 'New roof', status: 'Open' } })]
  const isListed = (filters: unknown, search = '') => newRecords(changes, { filters, search }).length === 1
  expect(isListed({})).toBe(true)
  expect(isListed({ status: 'Open' })).toBe(true)
  expect(isListed({ status: 'Done' })).toBe(false)
  expect(isListed({ status: ['in', ['Open', 'Done']] })).toBe(true)
  expect(
    isListed({
      status: [
        ['!=', 'Done'],
        ['in', ['Open']],
      ],
    }),
  ).toBe(true)
  expect(isListed({ id: ['in', ['A']] })).toBe(false)
  expect(isListed({ points: ['>', 3] })).toBe(false)
  expect(isListed({}, 'ROÓF')).toBe(true)
  expect(isListed({}, 'wall')).toBe(false)
})
