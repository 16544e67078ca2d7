import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { railSlots } from './rail-slots.ts'
import { rowColumns } from './row-columns.ts'
import type { RowFields } from './row-fields.ts'

const field = (fieldname: string, fieldtype: string) => ({ fieldname, fieldtype, label: fieldname }) as FieldMeta

const fieldsOf = (...inOrder: FieldMeta[]): RowFields => ({
  ...{ title: undefined, image: undefined, pills: [], others: [], tracks: '' },
  inOrder,
})
const order = fieldsOf(
  field('employee', 'Link'),
  field('status', 'Select'),
  field('ordered', 'Date'),
  field('required', 'Date'),
  field('city', 'Data'),
  field('freight', 'Currency'),
  field('total', 'Currency'),
)
const names = (fields: readonly (FieldMeta | undefined)[]) => fields.map((one) => one?.fieldname)

test('a list with room has a column for each field, in its order', () => {
  const { columns, below, rest, template } = rowColumns(2000, order)
  expect(names(columns)).toEqual(names(order.inOrder))
  expect([below, rest]).toEqual([[], []])
  expect(template.split('minmax')).toHaveLength(9)
  // On a very wide screen the values take the further room, so that the eye finds them from the title.
  expect(template).toMatch(/^minmax\(0, 480fr\) /)
  expect(rowColumns(2400, order).template).toMatch(/^minmax\(0, 35rem\) /)
})

test('without room the last fields leave, but never states and the amount that people look for', () => {
  const { columns, below, rest, mainAmount } = rowColumns(1000, order)
  expect(names(columns)).toEqual(['employee', 'status', 'ordered', 'required', 'total'])
  // An amount without its label would not be understood below the title.
  expect([names(below), names(rest)]).toEqual([['city'], ['freight']])
  expect(mainAmount).toBe('total')
  expect(names(rowColumns(300, order).columns)).toEqual(['status', 'total'])
})

test('a row has at most twelve columns, and counts the others', () => {
  const many = fieldsOf(...Array.from({ length: 20 }, (_, at) => field(`f${at}`, 'Check')))
  const { columns, below, rest } = rowColumns(9000, many)
  expect([columns.length, below.length, rest.length]).toEqual([12, 0, 8])
})

test('fields that the words of the rows contain have no column and no place', () => {
  expect(names(rowColumns(2000, order, ['status', 'city']).columns)).not.toContain('city')
  expect(railSlots(order, ['status']).state).toBeUndefined()
})

test('beside a record the places are state, link, main amount and two days; the others are counted', () => {
  const { state, lead, amount, span, second, rest } = railSlots(order)
  expect(names([state, lead, amount, second])).toEqual(['status', 'employee', 'total', undefined])
  expect([names(span), names(rest)]).toEqual([
    ['ordered', 'required'],
    ['city', 'freight'],
  ])
})

test('without money and days, texts take their places; a switch or a long text is never understood without its label', () => {
  const contact = fieldsOf(
    field('is_member', 'Check'),
    field('notes', 'Text'),
    field('company', 'Data'),
    field('phone', 'Data'),
    field('city', 'Data'),
    field('kind', 'Select'),
    field('level', 'Select'),
  )
  const { state, lead, amount, span, second, rest } = railSlots(contact)
  expect(names([state, lead, amount, second])).toEqual(['kind', 'company', 'phone', 'level'])
  expect([names(span), names(rest)]).toEqual([['city'], ['is_member', 'notes']])
})
