import { expect, test } from 'vitest'
import { ruleChanges } from './rule-changes.ts'

const manager = { role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }
const staff = { role: 'Staff', permlevel: 0, read: 1, write: 1, create: 1, delete: 0 }

test('an added or removed role gains or loses the rights of its rule', () => {
  expect(ruleChanges([manager], [manager, staff])).toEqual([
    { role: 'Staff', level: 0, kind: 'gain', reach: 'all', rights: ['read', 'write', 'create'] },
  ])
  expect(ruleChanges([manager, staff], [manager])).toMatchObject([{ role: 'Staff', kind: 'loss' }])
})

test('reordered, split or doubled rows change nothing', () => {
  const [reader, writer] = [
    { ...staff, write: 0, create: 0 },
    { ...staff, read: 0 },
  ]
  expect(ruleChanges([manager, staff], [writer, reader, reader, manager])).toEqual([])
})

test('a right that is narrowed to own records is listed as both', () => {
  expect(ruleChanges([staff], [{ ...staff, if_owner: 1 }])).toEqual([
    { role: 'Staff', level: 0, kind: 'loss', reach: 'all', rights: ['read', 'write'] },
    { role: 'Staff', level: 0, kind: 'gain', reach: 'own', rights: ['read', 'write'] },
  ])
})

test('levels are listed apart, and a row without a role gives nothing', () => {
  const fields = { role: 'Staff', permlevel: 1, read: 1, delete: 1 }
  expect(ruleChanges([staff], [staff, fields, { read: 1 }])).toEqual([
    { role: 'Staff', level: 1, kind: 'gain', reach: 'all', rights: ['read'] },
  ])
})
