import { readFileSync } from 'node:fs'
import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { definitionChanges } from './definition-changes.ts'
import { ruleChanges } from './rule-changes.ts'

const fieldsOf = (entity: string): FieldMeta[] => {
  const file = new URL(`../../../server/src/modules/core/entities/${entity}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { fields: FieldMeta[] }).fields
}
const tables = ['Entity Field', 'Entity State', 'Entity Permission']
const meta = {
  doc_meta: { fields: fieldsOf('Entity') },
  links: tables.map((id) => ({ id, fields: fieldsOf(id) })),
} as unknown as Meta

/** A value of the property other than a blank one. */
const other = ({ fieldtype, options }: FieldMeta) =>
  fieldtype === 'Check'
    ? 1
    : fieldtype === 'Int'
      ? 1
      : fieldtype === 'Select'
        ? (typeof options === 'string' ? options : '').split('\n').at(-1)
        : 'other'
const isOpen = (field: FieldMeta) => field.read_only !== 1
const sources = (stored: object, body: object) =>
  definitionChanges(meta, stored as never, body as never).map(({ source }) => source)

test.each(fieldsOf('Entity').filter((field) => isOpen(field) && field.fieldtype !== 'Table'))(
  'a change of the setting $fieldname of an entity is listed in one line',
  (field) => {
    // The window shows the type in a line of its own; an id never changes here.
    const expected = ['id', 'type'].includes(field.fieldname) ? 0 : 1
    expect(sources({ [field.fieldname]: null }, { [field.fieldname]: other(field) })).toHaveLength(expected)
    expect(sources({ [field.fieldname]: other(field) }, { [field.fieldname]: null })).toHaveLength(expected)
    expect(sources({ [field.fieldname]: other(field) }, { [field.fieldname]: other(field) })).toEqual([])
  },
)

test.each(fieldsOf('Entity Field').filter(isOpen))(
  'a change of the property $fieldname of a field is listed',
  (field) => {
    const row = { id: 'a', fieldname: 'phone', fieldtype: 'Data' }
    const changed = { ...row, [field.fieldname]: other(field) }
    // Names and types are steps of the server's plan.
    const expected = ['fieldname', 'fieldtype'].includes(field.fieldname) ? 0 : 1
    expect(sources({ fields: [row] }, { fields: [changed] })).toHaveLength(expected)
    expect(sources({ fields: [changed] }, { fields: [changed] })).toEqual([])
  },
)

test.each(fieldsOf('Entity State').filter(isOpen))(
  'a change of the property $fieldname of a state is listed',
  (field) => {
    const row = { id: 'a', title: 'Open', color: 'Blue' }
    expect(sources({ states: [row] }, { states: [{ ...row, [field.fieldname]: other(field) }] })).toHaveLength(1)
  },
)

test.each(fieldsOf('Entity Permission').filter(isOpen))(
  'a change of the property $fieldname of a rule is listed by the rights that roles gain and lose',
  ({ fieldname }) => {
    const row = { id: 'a', role: 'Staff', permlevel: 0, if_owner: 0, read: 1, write: 1, create: 0, delete: 0 }
    const changed = fieldname === 'role' ? 'Manager' : Number(row[fieldname as 'read']) === 1 ? 0 : 1
    expect(ruleChanges([row], [{ ...row, [fieldname]: changed }])).not.toEqual([])
  },
)

test('added, removed and reordered rows are listed', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, fieldname: id, title: id, color: 'Blue' }))
  expect(sources({ fields: [a, b, c] }, { fields: [c, a, b] })).toEqual(['The order of the fields changes'])
  // Rows that only move to make room keep their order.
  expect(sources({ fields: [a, b, c] }, { fields: [{ fieldname: 'new' }, a, c] })).toEqual([])
  expect(sources({ states: [a, b] }, { states: [b, a] })).toEqual(['The order of the states changes'])
  expect(sources({ states: [a, b] }, { states: [b, { title: 'new', color: 'Red' }] })).toEqual([
    'The state is removed',
    'The state is added, in {0}',
  ])
})

test('changes of appearance and order are saved without a question; a change of what may be entered asks', () => {
  const asks = (before: object, after: object) =>
    definitionChanges(meta, { fields: [before] } as never, { fields: [after] } as never).some((change) => change.asks)
  const row = { id: 'a', fieldname: 'phone', fieldtype: 'Data' }
  expect([asks(row, { ...row, label: 'Tel' }), asks(row, { ...row, in_list_view: 1 })]).toEqual([false, false])
  for (const change of [{ reqd: 1 }, { options: 'Phone' }, { default: 'x' }, { hidden: 1 }, { permlevel: 1 }]) {
    expect([change, asks(row, { ...row, ...change })]).toEqual([change, true])
  }
})
