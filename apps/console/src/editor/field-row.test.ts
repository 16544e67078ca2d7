import { expect, test } from 'vitest'
import { type FieldRow, nameFrom, relabelled, retyped } from './field-row.ts'

test.each([
  ['Due Date', 'due_date'],
  ['  Café 1 ', 'cafe_1'],
  ['2nd Phone', 'nd_phone'],
  ['תאריך יעד', 'field_1'],
  ['', ''],
])('a label %j gives the fieldname %j', (label, name) => {
  expect(nameFrom(label, new Set())).toBe(name)
})

test('a name that is taken gets a number', () => {
  expect(nameFrom('Phone', new Set(['phone', 'phone_2']))).toBe('phone_3')
  expect(nameFrom('טלפון', new Set(['field_1']))).toBe('field_2')
  expect(nameFrom('x'.repeat(80), new Set(['x'.repeat(61)]))).toHaveLength(59)
})

test('the name of a new field follows its label until the user edits it', () => {
  const rows: FieldRow[] = [{ idx: 1, id: 'r1', fieldname: 'phone', label: 'Phone' }, { idx: 1 }]
  const typed = relabelled(rows, 1, 'Mobile')
  expect(typed).toMatchObject({ label: 'Mobile', fieldname: 'mobile' })
  expect(relabelled([rows[0] ?? typed, typed], 1, 'Phone')).toMatchObject({ label: 'Phone', fieldname: 'phone_2' })
  expect(relabelled([{ ...typed, fieldname: 'own' }], 0, 'Else')).toMatchObject({ label: 'Else', fieldname: 'own' })
})

test('a label that would give a reserved name gives another one', () => {
  expect(relabelled([{ idx: 1 }], 0, 'Owner')).toMatchObject({ fieldname: 'owner_2' })
})

test('the name of a stored field stays, because its values are stored under it', () => {
  expect(relabelled([{ idx: 1, id: 'r1', fieldname: 'phone', label: 'Phone' }], 0, 'Mobile')).toMatchObject({
    label: 'Mobile',
    fieldname: 'phone',
  })
})

test('a new type keeps options with the same meaning, and no others', () => {
  const row: FieldRow = { idx: 1, fieldtype: 'Select', options: 'A\nB', default: 'A' }
  expect(retyped(row, 'Select')).toMatchObject({ options: 'A\nB', default: 'A' })
  expect(retyped(row, 'Link')).toMatchObject({ fieldtype: 'Link', options: null, default: null })
  expect(retyped({ idx: 1, fieldtype: 'Int', default: '3' }, 'Float')).toMatchObject({ default: '3' })
})
