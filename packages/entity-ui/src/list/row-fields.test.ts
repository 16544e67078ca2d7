import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { hasOwnTitle, otherFields, rowFields, saysId, titleText } from './row-fields.ts'

const field = (fieldname: string, fieldtype: string, more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype, label: fieldname, in_list_view: 1, hidden: 0, ...more }) as FieldMeta

const fields = [
  field('photo', 'Attach Image'),
  field('due_date', 'Date'),
  field('subject', 'Data'),
  field('status', 'Select'),
  field('secret', 'Data', { hidden: 1 }),
  field('notes', 'Text', { in_list_view: 0 }),
]
const meta = {
  doc_meta: { title_field: 'subject', image_field: 'photo' },
  all_fields: [field('id', 'Data'), ...fields, field('modified', 'Datetime')],
} as unknown as Meta
const listMeta = { fieldInfo: fields, titleField: 'subject' }
const names = (list: readonly FieldMeta[]) => list.map((one) => one.fieldname)

test('title, picture and states have their own places, the other fields keep the order of the form', () => {
  const row = rowFields({ meta, listFields: [], listMeta })
  expect([row.title?.fieldname, row.image?.fieldname]).toEqual(['subject', 'photo'])
  expect(names(row.pills)).toEqual(['status'])
  expect(names(row.others)).toEqual(['due_date'])
})

test('chosen fields appear in the chosen order, whatever the list view says', () => {
  const row = rowFields({ meta, listFields: ['modified', 'notes', 'gone', 'subject'], listMeta })
  expect(names(row.others)).toEqual(['modified', 'notes'])
  expect(row.pills).toEqual([])
})

test('a record without a title shows its id', () => {
  expect(titleText({ id: 'T1', subject: ' ' }, field('subject', 'Data'))).toBe('T1')
  expect(titleText({ id: 'T1', who: 'c1', _link_titles: { who: 'Noa' } }, field('who', 'Link'))).toBe('Noa')
  expect(rowFields({ meta: null, listFields: [], listMeta: { ...listMeta, titleField: 'id' } }).title).toBeUndefined()
})

test('a hidden picture field gives no picture', () => {
  const hidden = {
    ...meta,
    all_fields: [field('photo', 'Attach Image', { hidden: 1 }), field('subject', 'Data')],
  } as Meta
  expect(rowFields({ meta: hidden, listFields: [], listMeta }).image).toBeUndefined()
})

test('the id stands beside the title only if it differs', () => {
  const title = field('subject', 'Data')
  expect(hasOwnTitle({ id: 'T1', subject: 'Call' }, title)).toBe(true)
  expect(hasOwnTitle({ id: 'T1', subject: 'T1' }, title)).toBe(false)
  expect(hasOwnTitle({ id: 'T1', subject: ' ' }, title)).toBe(false)
  expect(hasOwnTitle({ id: 'T1' }, title)).toBe(false)
})

test('a field that repeats the id is recognised by its text, ignoring case', () => {
  const record = { id: 'dana@example.com', email: ' Dana@Example.com', name: 'Dana', age: 5 }
  const said = ['email', 'name', 'age', 'gone'].filter((name) => saysId(record, field(name, 'Data')))
  expect(said).toEqual(['email'])
})

test('a card does not repeat its id in the field that the id was made from', () => {
  const others = [field('role_name', 'Data'), field('description', 'Small Text')]
  const row = { title: undefined, image: undefined, pills: [], others, inOrder: others, tracks: '' }
  const record = { id: 'Staff', role_name: 'Staff', description: 'Everyday users' }
  expect(names(otherFields(record, row))).toEqual(['description'])
  expect(names(otherFields({ ...record, role_name: 'Crew' }, row))).toEqual(['role_name', 'description'])
})

test('the field that ids are made from has the last column, and types decide the widths of columns', () => {
  const named = {
    doc_meta: { title_field: null, image_field: null, naming_rule: 'Field' },
    all_fields: [
      field('code', 'Data', { reqd: 1, unique: 1 }),
      field('amount', 'Currency'),
      field('is_paid', 'Check'),
      field('notes', 'Text'),
    ],
  } as unknown as Meta
  const row = rowFields({ meta: named, listFields: ['code', 'amount', 'is_paid', 'notes'], listMeta })
  expect(names(row.others)).toEqual(['amount', 'is_paid', 'notes', 'code'])
  expect(row.tracks).toBe('minmax(4rem, 0.7fr) minmax(4rem, 0.5fr) minmax(4rem, 1.5fr) minmax(4rem, 1fr)')
})
