import { expect, test } from 'vitest'
import { fieldnameFrom, isFieldname, reservedFieldnames } from './fieldname.ts'

test.each([
  ['Due Date', 'due_date'],
  ['  2nd Café & Bar ', 'nd_cafe_bar'],
  ['טלפון', ''],
  ['טלפון 2', ''],
  ['x'.repeat(80), 'x'.repeat(61)],
])('the label %s gives the fieldname %s', (label, name) => expect(fieldnameFrom(label)).toBe(name))

test('a fieldname is of small Latin letters, digits and underscores, and a letter comes first', () => {
  expect(['a', 'due_date', 'a1', 'x'.repeat(61)].every(isFieldname)).toBe(true)
  expect(['', '_a', '1a', 'Due', 'due date', 'תאריך', 'a\n', 'x'.repeat(62)].some(isFieldname)).toBe(false)
})

test('names that every record has are no names for a field', () => {
  for (const name of ['id', 'owner', 'modified_by', 'idx', 'parent', 'rid', 'constructor'])
    expect(reservedFieldnames.has(name), name).toBe(true)
})
