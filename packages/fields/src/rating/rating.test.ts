import { expect, test } from 'vitest'
import { israel } from '../wall-clock.fixture.ts'
import rating from './rating.server.ts'

test('a rating is a whole number of stars from 0 to 5, and other numbers get a sentence', () => {
  const rule = { fieldname: 'stars', label: 'Stars', fieldtype: 'Rating', options: null }
  const read = (value: unknown) => rating.parse(value, rule, israel)
  expect([0, 5, '3', 2.9, true, null].map(read)).toEqual([0, 5, 3, 2, 1, 0].map((value) => ({ value })))
  const problem = { text: '{0} must be between {1} and {2}', args: [{ translate: 'Stars' }, 0, 5] }
  expect([6, -1, '50'].map(read)).toEqual([{ problem }, { problem }, { problem }])
})
