import { expect, test } from 'vitest'
import { type EntityRights, isForOwn, searchRights } from './rights.ts'

const row = (entity: string, role: string, via: string, more: Partial<EntityRights> = {}): EntityRights => ({
  ...{ entity, read: 1, write: 1, create: 1, delete: 0, if_owner: 0, level_1_read: 0, level_1_write: 0 },
  because: [{ role, via }],
  ...more,
})
const rights = [row('Contact', 'Staff', 'Front Desk'), row('User', 'All', 'own role'), row('Task', 'Staff', 'Staff')]
const inHebrew = (name: string) => ({ Contact: 'איש קשר', Staff: 'צוות' })[name] ?? name
const found = (text: string) => searchRights(rights, text, inHebrew).map(({ entity }) => entity)

test('rights are found by entity, role or profile, by their shown and their stored names', () => {
  expect(found(' קשר ')).toEqual(['Contact'])
  expect(found('contact')).toEqual(['Contact'])
  expect(found('front')).toEqual(['Contact'])
  expect(found('צוות')).toEqual(['Contact', 'Task'])
  expect(found('')).toHaveLength(3)
  expect(found('nothing')).toEqual([])
})

test('reading, writing and deleting may be limited to own records, creating never', () => {
  const own = row('User', 'All', 'own role', { if_owner: 1 })
  expect(isForOwn(own, 'read')).toBe(true)
  expect(isForOwn(own, 'create')).toBe(false)
  expect(isForOwn(own, 'level_1_read')).toBe(false)
  expect(isForOwn(row('Task', 'Staff', 'Staff'), 'write')).toBe(false)
})
