import { expect, test } from 'vitest'
import { drawnLines, groupPlaces } from './group-places.ts'
import { lineTops } from './line-tops.ts'

const lines = [
  { id: 'head', size: 44 },
  { id: 'a', size: 85 },
  { id: 'b', size: 85 },
]

test('lines of several heights stand one below the other', () => {
  const tops = lineTops(lines)
  expect([0, 1, 2, 3, 9].map((index) => tops.topOf(index))).toEqual([0, 44, 129, 214, 214])
  expect([0, 43, 44, 128, 129, 1000].map((pixels) => tops.indexAt(pixels))).toEqual([0, 0, 1, 1, 2, 2])
  expect(tops.inSight(50, 79)).toEqual({ first: 1, last: 1, isAtTop: false })
  expect(lineTops([]).total).toBe(0)
})

test('the line at the top keeps its place when others come above it', () => {
  const now = lineTops([...lines.slice(0, 2), { id: 'new', size: 85 }, ...lines.slice(2)])
  expect(now.movedSince(lineTops(lines), 130)).toBe(85)
  expect(now.movedSince(lineTops(lines), 50)).toBe(0)
  expect(lineTops([]).movedSince(lineTops(lines), 50)).toBe(0)
})

test('the head of the first group in sight is drawn also when it is scrolled away', () => {
  const groups = ['x', 'x', 'x', 'y', 'y'].map((group, at) => ({ kind: 'record' as const, group, at }))
  const places = groupPlaces(groups)
  expect(places.get('y')).toEqual({ head: 3, end: 5 })
  expect(drawnLines(groups, places, { first: 2, last: 9 }, -1)).toEqual([0, 2, 3, 4])
  expect(drawnLines(groups, places, { first: 3, last: 3 }, 1)).toEqual([1, 3])
})
