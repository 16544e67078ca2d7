import type { TransitionMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { namedTransitions } from './named-transitions.ts'

const row = (id: string, title: string, to_state: string, more: Partial<TransitionMeta> = {}): TransitionMeta => ({
  ...{ id, title, to_state, from_states: [], roles: [], condition: null, else_text: null },
  ...{ needs_reason: 0, ask_fields: [], is_primary: 0, ...more },
})

test('rows of one title to one state are offered once, and ask for what any of them asks', () => {
  const rows = [
    row('a', 'Ship', 'Shipped', { ask_fields: ['shipped_date'] }),
    row('b', 'Cancel', 'Cancelled'),
    row('c', 'Cancel', 'Cancelled', { needs_reason: 1, ask_fields: ['cause'] }),
    row('d', 'Cancel', 'Refused'),
  ]
  expect(namedTransitions(rows)).toEqual([
    { id: 'a', title: 'Ship', to: 'Shipped', needs_reason: 0, ask_fields: ['shipped_date'] },
    { id: 'b', title: 'Cancel', to: 'Cancelled', needs_reason: 1, ask_fields: ['cause'] },
    { id: 'd', title: 'Cancel', to: 'Refused', needs_reason: 0, ask_fields: [] },
  ])
})
