import { expect, test } from 'vitest'
import { israel } from '../wall-clock.fixture.ts'
import check from './check.server.ts'

test('1, "1", true and "true" are 1, all else is 0', () => {
  const rule = { fieldname: 'done', label: 'Done', fieldtype: 'Check', options: null }
  const values = [1, '1', true, 'true', 0, '0', false, 'false', 2, 'yes', null, [1], {}]
  const stored = values.map((value) => check.parse(value, rule, israel))
  expect(stored).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0].map((value) => ({ value })))
})
