import { expect, test } from 'vitest'
import { readRange } from './range.ts'

test.each([
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-5', { start: 95, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
])('%s of 100 bytes', (header, range) => expect(readRange(header, 100)).toEqual(range))

test('an empty file has no range', () => expect(readRange('bytes=0-', 0)).toBe('unsatisfiable'))
