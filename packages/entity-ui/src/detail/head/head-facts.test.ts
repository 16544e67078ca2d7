import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { daysUntil, headFacts, sumOf } from './head-facts.ts'

const field = (fieldname: string, fieldtype: string, more: object = {}) =>
  ({ fieldname, fieldtype, hidden: 0, options: '', ...more }) as unknown as FieldMeta
const metaOf = (fields: FieldMeta[], columns: FieldMeta[] = []) =>
  ({
    doc_meta: { fields, has_communication: 1 },
    links: [{ id: 'Line', title_field: null, fields: columns }],
  }) as unknown as Meta
const namesOf = (fields: FieldMeta[], record: object = {}) =>
  headFacts(metaOf(fields), { id: 'A', ...record }, '2026-05-06').facts.map((fact) => fact.field.fieldname)

const order = [
  field('freight', 'Currency'),
  field('ordered', 'Date'),
  field('required', 'Date'),
  field('shipped', 'Date'),
  field('lines', 'Table', { options: 'Line' }),
  field('total', 'Currency'),
]

test('without marked fields the head tells the last amount, the next date and the first table', () => {
  const record = { ordered: '2026-05-05', required: '2026-06-02', shipped: '2026-07-01' }
  expect(namesOf(order, record)).toEqual(['total', 'required', 'lines'])
  expect(namesOf(order, { ordered: '2026-05-06' })).toEqual(['total', 'ordered', 'lines'])
  expect(namesOf(order)).toEqual(['total', 'lines'])
})

test('marked fields replace them, in the order of the fields, and hidden ones are left out', () => {
  const marked = ['ordered', 'freight', 'secret'].map((name) =>
    field(name, name === 'ordered' ? 'Date' : 'Currency', { in_head: 1, hidden: name === 'secret' ? 1 : 0 }),
  )
  expect(namesOf([...order, ...marked])).toEqual(['ordered', 'freight'])
})

test('the last message is told with the usual facts alone', () => {
  const tellsMessage = (fields: FieldMeta[]) => headFacts(metaOf(fields), { id: 'A' }, '2026-05-06').tellsMessage
  expect(tellsMessage(order)).toBe(true)
  expect(tellsMessage([...order, field('paid', 'Date', { in_head: 1 })])).toBe(false)
})

test('a table tells the sum of the first column with such a footer', () => {
  const columns = [field('price', 'Currency'), field('quantity', 'Int', { footer: 'Sum' })]
  const [, lines] = headFacts(metaOf(order, columns), { id: 'A' }, '2026-05-06').facts
  expect(lines?.summed?.fieldname).toBe('quantity')
  expect(sumOf([{ quantity: 8 }, { quantity: null }, { quantity: 40 }], field('quantity', 'Int'))).toBe(48)
})

test('days are counted from date to date, whatever the hour', () => {
  expect(daysUntil('2026-06-02', '2026-05-06')).toBe(27)
  expect(daysUntil('2026-05-06 23:59:00', '2026-05-06')).toBe(0)
  expect(daysUntil('2026-05-05', '2026-05-06')).toBe(-1)
  expect(daysUntil('soon', '2026-05-06')).toBeNaN()
})
