import { expect, test } from 'vitest'
import { newOperationId } from './operations.ts'

test('ids of operations are UUIDs of version 7 in lower case, and none comes twice', () => {
  const ids = Array.from({ length: 1000 }, newOperationId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(1000)
})
