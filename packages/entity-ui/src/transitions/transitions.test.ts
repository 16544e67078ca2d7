import type { EntityRecord, FieldMeta, Meta, OpenTransition } from '@tavla/contract'
import { expect, test } from 'vitest'
import { asksFirst, mayAsk, offeredTransitions, otherStates } from './transitions.ts'

const way = (to: string, more: Partial<OpenTransition> = {}): OpenTransition => ({
  ...{ id: to, title: to, to, color: 'Gray', is_primary: 0, allowed: 1, why: null, needs_reason: 0, ask_fields: [] },
  ...more,
})
const field = (fieldname: string, more: object = {}) =>
  ({ fieldname, fieldtype: 'Data', options: null, read_only: 0, hidden: 0, ...more }) as unknown as FieldMeta
const fields = [field('status', { fieldtype: 'Select', options: 'New\nPicking\nShipped\nCancelled' }), field('carrier')]
const rows = [{ from_states: ['New'], to_state: 'Shipped', needs_reason: 0, ask_fields: ['carrier'] }]
const meta = { doc_meta: { state_field: 'status', fields, transitions: rows } } as unknown as Meta
const record = (values: object): EntityRecord => ({ id: 'A', status: 'New', ...values })

test('open transitions stand first, the primary one before all, and closed ones apart', () => {
  const all = [way('Cancelled'), way('Picking', { allowed: 0, why: 'No' }), way('Shipped', { is_primary: 1 })]
  const offered = offeredTransitions(record({ _transitions: all }))
  expect(offered?.open.map(({ to }) => to)).toEqual(['Shipped', 'Cancelled'])
  expect(offered?.closed.map(({ to }) => to)).toEqual(['Picking'])
  expect(offeredTransitions(record({}))).toBeNull()
})

test('states that no open transition reaches are left to be forced', () => {
  expect(otherStates(meta, record({}), [way('Shipped')])).toEqual(['Picking', 'Cancelled'])
})

test('a window asks for a reason and for the fields that are blank', () => {
  expect(asksFirst(meta, record({}), way('Shipped'))).toBe(false)
  expect(asksFirst(meta, record({}), way('Shipped', { needs_reason: 1 }))).toBe(true)
  expect(asksFirst(meta, record({ carrier: '' }), way('Shipped', { ask_fields: ['carrier'] }))).toBe(true)
  expect(asksFirst(meta, record({ carrier: 'Post' }), way('Shipped', { ask_fields: ['carrier'] }))).toBe(false)
})

test('a card that is dropped may be asked where meta has such a row from its state', () => {
  expect(mayAsk(meta, 'status', 'New', 'Shipped')).toBe(true)
  expect(mayAsk(meta, 'status', 'Picking', 'Shipped')).toBe(false)
  expect(mayAsk(meta, 'priority', 'New', 'Shipped')).toBe(false)
})
