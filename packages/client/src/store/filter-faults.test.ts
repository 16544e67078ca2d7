import type { FilterGroup } from '@tavla/contract'
import { expect, test } from 'vitest'
import { taskMeta } from '../testing/backend.ts'
import { conditionFault, groupFaults, soundFilters, soundGroup } from './filter-faults.ts'

const meta = taskMeta()

test.each([
  ['subject', 'like', '%a%'],
  ['status', 'in', ['Open', 'Done']],
  ['status', 'IN', 'Open,Done'],
  ['modified', 'in  period', 'last_30_days'],
  ['modified', 'between', ['2026-01-01', '2026-01-31']],
  ['open_communications', '>', 0],
  ['subject', 'is', 'not set'],
  ['subject', '=', null],
])('%s %s %j is asked', (name, operator, value) => {
  expect(conditionFault(meta, name, operator, value)).toBeNull()
})

test.each([
  ['weight', '=', 5],
  ['subject', 'resembles', 'a'],
  ['subject', 'constructor', 'a'],
  ['subject', '', 5],
  ['modified', 'in period', 'this_aeon'],
  ['modified', 'between', ['2026-01-01']],
  ['modified', '>', null],
  ['status', '=', { a: 1 }],
  ['status', 'is', 'full'],
])('%s %s %j is told and not asked', (name, operator, value) => {
  expect(conditionFault(meta, name, operator, value)).not.toBeNull()
})

test('filters lose only what the server would refuse', () => {
  const filters = { status: 'Open', weight: 5, subject: [['like', '%a%'], ['near', 'b'], 7] }
  expect(soundFilters(meta, filters)).toEqual({ status: 'Open', subject: [['like', '%a%']] })
})

test('a group loses only what the server would refuse, and its empty parts', () => {
  const group = { or: [['status', '=', 'Open'], { and: [['weight', '=', 5]] }, { not: ['weight', '=', 6] }, 4] }
  expect(soundGroup(meta, group as unknown as FilterGroup)).toEqual({ or: [['status', '=', 'Open']] })
  expect(groupFaults(meta, group as unknown as FilterGroup)).toHaveLength(2)
})

test.each([{ or: [] }, { and: 'all' }, { not: null }, { or: Array(51).fill(['status', '=', 'Open']) }, nested(6)])(
  'a group that is refused as a whole is told and not asked',
  (group) => {
    expect(soundGroup(meta, group as unknown as FilterGroup)).toBeNull()
    expect(groupFaults(meta, group as unknown as FilterGroup)).toHaveLength(1)
  },
)

function nested(depth: number): unknown {
  return depth === 0 ? ['status', '=', 'Open'] : { and: [nested(depth - 1)] }
}
