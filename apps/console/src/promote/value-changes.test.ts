import { expect, test } from 'vitest'
import { partsOf, valueChanges } from './value-changes.ts'

const contact = {
  fields: [
    { id: 'a', fieldname: 'status', label: 'Status', options: 'Lead\nActive' },
    { id: 'b', fieldname: 'notes', label: 'Notes' },
  ],
  icon: 'contacts',
}

test('of an entity only what changes is told, rows by their name', () => {
  const discount = { id: 'c', fieldname: 'discount', label: 'Discount', fieldtype: 'Float' }
  const [status, notes] = contact.fields
  const after = { ...contact, fields: [{ ...status, options: 'Lead\nActive\nVIP' }, notes, discount] }
  const fields = { name: 'fields' }
  expect(valueChanges(contact, contact)).toEqual([])
  expect(valueChanges(contact, after)).toEqual([
    {
      path: [fields, { name: 'Status', isRow: true }, { name: 'options' }],
      before: 'Lead\nActive',
      after: 'Lead\nActive\nVIP',
    },
    { path: [fields, { name: 'Discount', isRow: true }], before: undefined, after: discount },
  ])
  expect(partsOf(discount)).toEqual([{ name: 'fieldtype', value: 'Float' }])
  expect(valueChanges(contact, { ...contact, fields: contact.fields.toReversed() })).toEqual([
    { path: [fields], before: 'Status\nNotes', after: 'Notes\nStatus' },
  ])
  expect(valueChanges(undefined, contact).map(({ path }) => path.map(({ name }) => name).join())).toEqual([
    'fields,Status',
    'fields,Notes',
    'icon',
  ])
})
