import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { boardField, boardFields, cardFields, neededFields, summedField } from './board-fields.ts'

const field = (fieldname: string, fieldtype: string, more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype, label: fieldname, in_list_view: 1, hidden: 0, options: null, ...more }) as FieldMeta

const status = field('status', 'Select', { options: 'Open\nDone' })
const fields = [
  field('subject', 'Data'),
  field('note', 'Data'),
  field('priority', 'Select', { options: 'Low\nHigh' }),
  status,
  field('contact', 'Link', { options: 'Contact' }),
  field('due_date', 'Date'),
  field('total', 'Currency', { options: 'currency' }),
  field('currency', 'Data', { in_list_view: 0 }),
  field('hidden_state', 'Select', { options: 'A\nB', hidden: 1 }),
  field('single', 'Select', { options: 'Only' }),
]
const meta = {
  doc_meta: { title_field: 'subject', image_field: null, fields },
  all_fields: [field('id', 'Data'), field('owner', 'Link'), ...fields],
  states: [{ title: 'Open', color: 'Orange' }],
} as unknown as Meta
const state = { meta, listFields: [], listMeta: { fieldInfo: fields, titleField: 'subject' }, sums: {} }
const names = (list: readonly (FieldMeta | undefined)[]) => list.map((one) => one?.fieldname)

test('choices and links can be columns; the first whose values are states is taken unless another is chosen', () => {
  expect(names(boardFields(meta))).toEqual(['priority', 'status', 'contact'])
  expect(boardField(meta, '')?.fieldname).toBe('status')
  expect(boardField(meta, 'contact')?.fieldname).toBe('contact')
  expect(boardField(meta, 'gone')?.fieldname).toBe('status')
})

test('a card has places for amount, person and day, leaves out its column, and counts the others', () => {
  const card = cardFields(state, status)
  expect(names([card.title, card.amount, card.who, card.when])).toEqual(['subject', 'total', 'contact', 'due_date'])
  expect(names(card.pills)).toEqual(['priority', 'single'])
  expect(names(card.rest)).toEqual(['note'])
  expect(neededFields(meta, status, card)).toEqual(
    expect.arrayContaining(['owner', 'subject', 'status', 'total', 'currency', 'contact', 'due_date', 'note']),
  )
})

test('a head tells the sum that the person chose, else that of the amount on the cards', () => {
  const card = cardFields(state, status)
  expect(summedField(state, card)?.fieldname).toBe('total')
  expect(summedField({ ...state, sums: { note: 'sum' } }, card)?.fieldname).toBe('total')
  expect(summedField(state, { ...card, amount: undefined })).toBeUndefined()
})
