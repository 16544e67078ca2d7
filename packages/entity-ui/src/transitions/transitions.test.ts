import type { EntityRecord, FieldMeta, Meta, OpenTransition } from '@tavla/contract'
import { expect, test } from 'vitest'
import { stateCell, withFirstState, withStateChoices } from './state-choices.ts'
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

const drawn = {
  ...meta,
  field_groups: [],
  default_field_group: { group_name: 'Details', fields },
} as unknown as Meta
const ways = [way('Picking'), way('Shipped', { allowed: 0, why: 'Not yet' }), way('Cancelled', { needs_reason: 1 })]
const choicesIn = ({ doc_meta: doc }: Meta) => doc.fields.find(({ fieldname }) => fieldname === 'status')?.options

test('a form offers the present state and those that transitions lead to, closed ones with their reason', () => {
  const stored = record({ _transitions: ways })
  const offered = withStateChoices(drawn, stored, stored)
  expect(choicesIn(offered)).toEqual([
    { value: 'New', label: 'New' },
    { value: 'Picking', label: 'Picking' },
    { value: 'Shipped', label: 'Shipped', why: 'Not yet' },
    { value: 'Cancelled', label: 'Cancelled' },
  ])
  // The same object, so that nothing renders again.
  expect(withStateChoices(drawn, stored, { ...stored, carrier: 'Post' })).toBe(offered)
  expect(choicesIn(withStateChoices(drawn, record({ _transitions: ways.slice(0, 1) }), stored))).toHaveLength(2)
  expect(withStateChoices(drawn, record({}), stored)).toBe(drawn)
})

test('a chosen state requires what its transition asks for, and a reason below it', () => {
  const stored = record({ _transitions: [way('Shipped', { needs_reason: 1, ask_fields: ['carrier'] })] })
  const namesOf = (asked: Meta) => asked.default_field_group.fields.map(({ fieldname, reqd }) => [fieldname, reqd])
  expect(namesOf(withStateChoices(drawn, stored, stored))).toEqual([
    ['status', undefined],
    ['carrier', undefined],
  ])
  expect(namesOf(withStateChoices(drawn, stored, { ...stored, status: 'Shipped' }))).toEqual([
    ['status', undefined],
    ['_reason', 1],
    ['carrier', 1],
  ])
})

test('a cell of a table offers what meta tells, and a new record its first state', () => {
  const [state = field('status')] = fields
  const transitions = [
    { from_states: ['New'], to_state: 'Picking', roles: ['Packer'], needs_reason: 0 },
    { from_states: [], to_state: 'Cancelled', roles: [], needs_reason: 1 },
  ]
  const known = { ...drawn, doc_meta: { ...drawn.doc_meta, transitions } } as unknown as Meta
  const cell = (roles: string[], from = 'New') =>
    stateCell(known, state, record({ status: from }), roles, (text) => text)
  const cancelled = { value: 'Cancelled', label: 'Cancelled', why: 'A reason is needed.' }
  expect(cell(['Packer']).options).toEqual([...pairs('New', 'Picking'), cancelled])
  expect(cell(['Staff']).options).toEqual([...pairs('New'), cancelled])
  expect(cell(['Packer'], 'Shipped').options).toEqual([...pairs('Shipped'), cancelled])
  expect(stateCell(known, field('carrier'), record({}), [], String)).toEqual(field('carrier'))
  expect(choicesIn(withFirstState(drawn, false))).toEqual(pairs('New'))
  expect(withFirstState(drawn, true)).toBe(drawn)
})

const pairs = (...values: string[]) => values.map((value) => ({ value, label: value }))
