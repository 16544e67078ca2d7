import type { FieldMeta, ListColumn, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { changeColumn, chosenColumns, moveColumn, pinColumn, placeColumns, withinWidths } from './table-columns.ts'

const field = (fieldname: string, fieldtype: string, more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype, label: fieldname, in_list_view: 1, hidden: 0, options: null, ...more }) as FieldMeta
const fields = [
  field('subject', 'Data'),
  field('done', 'Check'),
  field('points', 'Int'),
  field('total', 'Currency', { options: 'ILS' }),
  field('due', 'Date'),
  field('note', 'Data', { in_list_view: 0 }),
]
const meta = {
  doc_meta: { title_field: 'subject', image_field: null, fields },
  all_fields: [field('id', 'Data'), ...fields],
  states: [],
} as unknown as Meta
const room = { width: 0, gutter: 48, say: (label: string) => label }
const columns = (names: string): ListColumn[] => names.split(' ').map((fieldname) => ({ fieldname }))
const names = (list: readonly { fieldname: string }[]) => list.map(({ fieldname }) => fieldname).join(' ')
const widthOf = (name: string, say = room.say) => placeColumns(columns(name), meta, { ...room, say }).all[0]?.width ?? 0

test('a table begins with the title, pinned, the id and the fields of the list', () => {
  const chosen = chosenColumns({ columns: [], meta })
  expect(names(chosen)).toBe('subject id done points total due')
  expect(chosen.map(({ pinned }) => pinned === 1)).toEqual([true, false, false, false, false, false])
  expect(names(chosenColumns({ columns: columns('due'), meta }))).toBe('due')
})

test('pinned columns stand first, and each column begins where the former one ends', () => {
  const placed = placeColumns([...columns('points total'), { fieldname: 'due', pinned: 1 }], meta, room)
  expect(placed.all.map((one) => one.field.fieldname)).toEqual(['due', 'points', 'total'])
  expect(placed.pinned).toBe(1)
  let start = room.gutter
  for (const column of placed.all) {
    expect(column.start).toBe(start)
    start += column.width
  }
  expect(placed.total).toBe(start)
  expect(placed.pinnedEnd).toBe(placed.all[1]?.start)
})

test('a width follows the type, its head and the person', () => {
  expect(widthOf('done')).toBeLessThan(widthOf('points'))
  expect(widthOf('points')).toBeLessThan(widthOf('total'))
  expect(widthOf('points', () => 'Points of the whole year')).toBeGreaterThan(widthOf('points'))
  expect(widthOf('points', () => 'x'.repeat(200))).toBeLessThan(200)
  const own = placeColumns([{ fieldname: 'points', width: 300 }], meta, room).all[0]
  expect(own?.width).toBe(300)
  expect([withinWidths(1), withinWidths(100.4), withinWidths(9999)]).toEqual([60, 100, 800])
})

test('free room goes to texts, and only so far that a row stays readable', () => {
  const at = (width: number) => placeColumns(columns('subject points'), meta, { ...room, width })
  const [narrow, wide, widest] = [at(0), at(400), at(5000)]
  expect(wide.all[0]?.width).toBeGreaterThan(narrow.all[0]?.width ?? 0)
  expect(wide.all[1]?.width).toBe(narrow.all[1]?.width)
  expect(widest.all[0]?.width).toBeLessThan(2 * (narrow.all[0]?.width ?? 0))
  expect(widest.total).toBe(5000)
})

test('names that are gone have no column', () => {
  expect(placeColumns(columns('gone points'), meta, room).all).toHaveLength(1)
})

test('columns are pinned, set free, moved and changed', () => {
  const pinned = pinColumn(columns('a b c'), 'b', true)
  expect(names(pinned)).toBe('b a c')
  expect(names(pinColumn(pinned, 'b', false))).toBe('b a c')
  expect(pinColumn(pinned, 'b', false)[0]?.pinned).toBeUndefined()
  expect(names(moveColumn(columns('a b c'), 'a', 'c'))).toBe('b c a')
  expect(names(moveColumn(columns('a b c'), 'c', 'a'))).toBe('c a b')
  expect(moveColumn(pinned, 'c', 'b')[0]).toEqual({ fieldname: 'c', pinned: 1 })
  expect(moveColumn(pinned, 'b', 'c').every((one) => one.pinned === undefined)).toBe(true)
  expect(names(moveColumn(columns('a b'), 'a', 'gone'))).toBe('a b')
  expect(changeColumn(columns('a b'), 'b', { width: 90 })).toEqual([{ fieldname: 'a' }, { fieldname: 'b', width: 90 }])
})
