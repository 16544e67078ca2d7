import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { rowChanges } from './row-changes.ts'

const field = (fieldname: string, fieldtype = 'Data', more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype, label: fieldname, hidden: 0, options: null, ...more }) as FieldMeta
const checklist = field('checklist', 'Table', { options: 'Task Item' })
const columns = [field('secret_note', 'Data', { hidden: 1 }), field('title'), field('hours', 'Int')]
const meta = { all_fields: [checklist], links: [{ id: 'Task Item', fields: columns }] } as unknown as Meta

test('changed, added and removed rows are named by their number and first value, with what changed in them', () => {
  const before = [
    { id: 'a', idx: 1, title: 'Bread', hours: 1 },
    { id: 'b', idx: 2, title: 'Milk', hours: 1 },
    { id: 'c', idx: 3, title: 'Salt', hours: 1 },
  ]
  const after = [
    { id: 'c', title: 'Salt', hours: 1 },
    { id: 'b', title: 'Oat milk', hours: 1 },
    { id: 'd', title: 'Eggs', hours: null },
  ]
  const told = rowChanges(meta, checklist, before, after).map(({ kind, place, fields }) => [
    ...[kind, place.number, place.name?.value],
    fields.map((one) => [one.field.fieldname, one.before?.value, one.after?.value]),
  ])
  expect(told).toEqual([
    ['row changed', 2, 'Oat milk', [['title', 'Milk', 'Oat milk']]],
    ['row added', 3, 'Eggs', [['title', undefined, 'Eggs']]],
    [
      ...['row removed', 1, 'Bread'],
      [
        ['title', 'Bread', undefined],
        ['hours', 1, undefined],
      ],
    ],
  ])
})
