import { firstSegment, frontEndSegments } from '@tavla/contract'
import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { area } from './routes.ts'

/** Addresses from the root. */
const addressesOf = ({ path = '', children = [], index }: RouteObject): string[] =>
  path !== '' || index || children.length === 0 ? [`/${path}`] : children.flatMap(addressesOf)

test('the server answers every address that the application draws with its page', () => {
  const segments = new Set(addressesOf(area).map(firstSegment))
  segments.delete('*')
  expect(segments.size).toBeGreaterThan(1)
  expect([...segments].filter((segment) => !frontEndSegments.console.has(segment))).toEqual([])
})
