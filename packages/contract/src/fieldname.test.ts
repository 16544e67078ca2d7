import { expect, test } from 'vitest'
import { fieldnameFrom, isFieldname, reservedFieldnames } from './fieldname.ts'

test.each([
  ['Due Date', 'due_date'],
  ['  2nd Café & Bar ', 'nd_cafe_bar'],
  ['טלפון', ''],
  ['טלפון 2', ''],
  ['x'.repeat(80), 'x'.repeat(61)],
])('the label %s gives the fieldname %s', (label, name) => expect(fieldnameFrom(label)).toBe(name))

test('a fieldname has small Latin letters, digits and underscores, and starts with a letter', () => {
  expect(['a', 'due_date', 'a1', 'x'.repeat(61)].every(isFieldname)).toBe(true)
  expect(['', '_a', '1a', 'Due', 'due date', 'תאריך', 'a\n', 'x'.repeat(62)].some(isFieldname)).toBe(false)
})

test('a field cannot take the name of a system column', () => {
  for (const name of ['id', 'owner', 'modified_by', 'idx', 'parent', 'rid', 'constructor'])
    expect(reservedFieldnames.has(name), name).toBe(true)
})
