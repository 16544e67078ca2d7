import type { Meta } from '@tavla/contract'
import { expect, it } from 'vitest'
import { compareStates } from './compare-states.ts'

const field = (fieldname: string, fieldtype = 'Data') => ({ fieldname, fieldtype, label: fieldname })
const meta = {
  all_fields: [field('subject'), field('contact', 'Link'), field('steps', 'Table')],
} as unknown as Meta

it('two states differ in their fields and rows, and carry the titles of both', () => {
  const row = (id: string, step: string, idx = 1) => ({ id, idx, step })
  const before = {
    ...{ id: '1', subject: 'a', contact: 'C1', _link_titles: { contact: 'Noa' } },
    steps: [row('x', 'one'), row('y', 'two', 2), row('z', 'three', 3)],
  }
  const after = {
    ...{ id: '1', subject: 'a', contact: 'C2', _link_titles: { contact: 'Tal' } },
    steps: [row('z', 'three'), row('x', 'ONE', 2), row('n', 'new', 3)],
  }
  expect(compareStates(meta, before, after)).toEqual({
    data: {
      changed: [
        ['contact', 'C1', 'C2'],
        ['steps', row('x', 'one'), row('x', 'ONE', 2)],
      ],
      added: [['steps', row('n', 'new', 3)]],
      removed: [['steps', row('y', 'two', 2)]],
    },
    titles: { contact: { C1: 'Noa', C2: 'Tal' } },
  })
  expect(compareStates(meta, { id: '1', subject: '' }, { id: '1' }).data.changed).toEqual([])
})
