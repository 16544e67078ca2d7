import { contains } from '@tavla/client'
import { expect, test } from 'vitest'
import { filterValue } from './filter-value.ts'

test('a filter shows the value of its condition', () => {
  for (const text of ['call', '50%', 'a_b', String.raw`c:\d`, '%']) expect(filterValue(contains(text))).toBe(text)
  expect(filterValue('Open')).toBe('Open')
  expect(filterValue(0)).toBe(0)
  expect(filterValue(['between', ['2026-01-05', '2026-01-05']])).toBe('2026-01-05')
  expect(filterValue(['contains', 'call'])).toBe('call')
  expect(filterValue(undefined)).toBeNull()
})

test('a filter stays blank where its condition is more than its box can show', () => {
  for (const condition of [
    ['like', 'call%'],
    ['starts with', 'call'],
    ['not contains', 'call'],
    ['in', ['a', 'b']],
  ])
    expect(filterValue(condition)).toBeNull()
})
