import { expect, test } from 'vitest'
import { readConditions, readRollup, writeConditions } from './rollup.ts'

test('a roll-up is read from an object and from its text', () => {
  const rollup = { entity: 'Order', link: 'customer', kind: 'sum', field: 'total', filters: null }
  expect(readRollup(rollup)).toEqual(rollup)
  expect(readRollup(JSON.stringify(rollup))).toEqual(rollup)
  for (const none of [null, undefined, '', '{half', '3']) expect(readRollup(none)).toBeUndefined()
})

test('conditions that all must hold are shown and written back, groups stay as they are', () => {
  const conditions = [
    { fieldname: 'status', pair: ['in', ['New', 'Picking']] },
    { fieldname: 'total', pair: ['>', 3] },
    { fieldname: 'total', pair: ['<', 9] },
  ] as const
  const filters = {
    status: ['in', ['New', 'Picking']],
    total: [
      ['>', 3],
      ['<', 9],
    ],
  }
  expect(readConditions(filters)).toEqual(conditions)
  expect(writeConditions(conditions)).toEqual(filters)
  expect(readConditions([['status', '!=', 'Draft']])).toEqual([{ fieldname: 'status', pair: ['!=', 'Draft'] }])
  expect(readConditions({ total: 3 })).toEqual([{ fieldname: 'total', pair: ['=', 3] }])
  expect(readConditions(null)).toEqual([])
  for (const none of [[], [{ fieldname: 'status', pair: null }]]) expect(writeConditions(none)).toBeNull()
  for (const other of ['x', { or: [['a', '=', 1]] }, { and: [{ not: ['a', '=', 1] }] }])
    expect(readConditions(other)).toBeUndefined()
})
