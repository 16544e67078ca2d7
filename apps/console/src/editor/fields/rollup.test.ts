import { expect, test } from 'vitest'
import { readConditions, readRollup, writeConditions } from './rollup.ts'

test('a roll-up is read from an object and from its text', () => {
  const rollup = { entity: 'Order', link: 'customer', kind: 'sum', field: 'total', filters: null }
  expect(readRollup(rollup)).toEqual(rollup)
  expect(readRollup(JSON.stringify(rollup))).toEqual(rollup)
  for (const none of [null, undefined, '', '{half', '3']) expect(readRollup(none)).toBeUndefined()
})

test('plain conditions are shown and written back, others stay as they are', () => {
  expect(readConditions({ status: ['!=', 'Draft'], total: 3 })).toEqual([
    { fieldname: 'status', operator: '!=', value: 'Draft' },
    { fieldname: 'total', operator: '=', value: '3' },
  ])
  expect(writeConditions([{ fieldname: 'status', operator: '!=', value: 'Draft' }])).toEqual({
    status: ['!=', 'Draft'],
  })
  expect(writeConditions([{ fieldname: '', operator: '=', value: '' }])).toBeNull()
  for (const other of [[['a', '=', 1]], { status: ['in', ['a']] }]) expect(readConditions(other)).toBeUndefined()
})
