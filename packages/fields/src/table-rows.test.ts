import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { addRow, deleteRow, doubleRow, isUntouched, moveRow, setCell, setUnread } from './table-rows.ts'

const field = (fieldname: string, fieldtype: string, value: string | null) =>
  ({ fieldname, fieldtype, default: value }) as FieldMeta
const fields = [
  field('title', 'Data', null),
  field('done', 'Check', '1'),
  field('hours', 'Float', '1.5'),
  field('state', 'Select', 'New'),
]
const blankOf = (type: string) => (type === 'Check' || type === 'Float' ? 0 : null)

test('an added row has idx equal to the number of rows before it, defaults, and Check as an integer', () => {
  const one = addRow([], fields, blankOf)
  expect(one).toEqual([{ idx: 0, title: null, done: 1, hours: 1.5, state: 'New' }])
  expect(addRow(one, fields, blankOf)[1]?.idx).toBe(1)
})

test('the client leaves a default to the server if only the server knows its value', () => {
  expect(addRow([], [field('at', 'Date', 'Today')], blankOf)).toEqual([{ idx: 0 }])
})

test('reordering numbers rows from 1', () => {
  const rows = ['a', 'b', 'c'].map((id, idx) => ({ id, idx }))
  expect(moveRow(rows, 0, 2)).toEqual([
    { id: 'b', idx: 1 },
    { id: 'c', idx: 2 },
    { id: 'a', idx: 3 },
  ])
})

test('a move beyond the ends changes nothing', () => {
  const rows = [{ id: 'a', idx: 1 }]
  expect(moveRow(rows, 0, 1)).toBe(rows)
  expect(moveRow(rows, 0, -1)).toBe(rows)
})

test('rows are replaced, never mutated', () => {
  const rows = [{ id: 'a', idx: 1, title: 'x' }]
  expect(setCell(rows, 0, 'title', 'y')).toEqual([{ id: 'a', idx: 1, title: 'y' }])
  expect(rows[0]?.title).toBe('x')
  expect(deleteRow(rows, 0)).toEqual([])
})

test('a doubled row stands below its original, as a new row', () => {
  expect(
    doubleRow(
      [
        { id: 'a', idx: 1, title: 'A' },
        { id: 'b', idx: 2 },
      ],
      0,
    ),
  ).toEqual([
    { id: 'a', idx: 1, title: 'A' },
    { idx: 2, title: 'A' },
    { id: 'b', idx: 2 },
  ])
})

test('a begun row is untouched until somebody types into it', () => {
  const [begun] = addRow([], fields, blankOf)
  const rows = addRow([{ id: 'a', idx: 1 }], fields, blankOf)
  if (!begun || !rows[1]) throw new Error('No row was begun')
  expect(isUntouched(rows[1], begun, fields)).toBe(true)
  expect(isUntouched({ ...rows[1], title: 'x' }, begun, fields)).toBe(false)
  expect(isUntouched({ ...rows[1], id: 'b' }, begun, fields)).toBe(false)
})

test('a text that was not understood stays until its cell has a value', () => {
  const rows = setUnread([{ idx: 1, hours: 2 }], 0, 'hours', { text: 'soon' })
  expect(rows[0]?._unread).toEqual({ hours: 'soon' })
  expect(setCell(rows, 0, 'hours', 3)).toEqual([{ idx: 1, hours: 3 }])
  const shared = setUnread(rows, 0, 'who', { text: 'Noa', isShared: true })
  expect(shared[0]).toMatchObject({ _unread: { hours: 'soon', who: 'Noa' }, _shared: ['who'] })
  expect(setUnread(shared, 0, 'who', { text: 'Zoe' })[0]?._shared).toEqual([])
  expect(setCell(shared, 0, 'who', 'a1')).toEqual(rows.map((row) => ({ ...row, who: 'a1' })))
})
