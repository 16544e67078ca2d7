import type { ListAnswer, SessionInfo } from '@tavla/contract'
import { expect, test } from 'vitest'
import type { CopyKey, KeptCopy } from '../store/browser/schema.ts'
import { type CopyPlace, sessionPlace } from './copied-calls.ts'
import { createCopies, wipeOld } from './copies.ts'
import type { Shelf } from './shelf.ts'

const site = 'https://acme.example.com'
const start = Date.parse('2026-01-05T10:00:00Z')
const hour = 3_600_000

/** A shelf in memory that answers as the one of the browser does. */
function makeShelf() {
  const kept = new Map<string, KeptCopy>()
  const text = (key: readonly string[]) => JSON.stringify(key)
  const keys = () => [...kept.keys()].map((key) => JSON.parse(key) as CopyKey)
  const below = (begin: readonly string[]) => keys().filter((key) => begin.every((part, place) => key[place] === part))
  const drop = (all: readonly CopyKey[]) => {
    for (const key of all) kept.delete(text(key))
  }
  const usedAt = (key: CopyKey) => kept.get(text(key))?.order[3] ?? 0
  const shelf: Shelf = {
    read: async (key) => kept.get(text(key)),
    write: async (key, copy) => void kept.set(text(key), structuredClone(copy)),
    remove: async (all) => drop(all),
    byUse: async (...begin) => below(begin).sort((a, b) => usedAt(a) - usedAt(b)),
    at: async (...begin) => below(begin),
    owners: async () => [
      ...new Map(keys().map(([where, who]) => [where + who, [where, who] as [string, string]])).values(),
    ],
    wipe: async (...owner) => drop(below(owner)),
  }
  return shelf
}

/** The copies of a user who is signed in, by a clock of its own. */
async function makeCopies(user = 'dana@example.com', { shelf = makeShelf(), now = start, idle = 8 } = {}) {
  const state = { now, isOpen: true }
  const copies = createCopies({ shelf, site, user, isOpen: () => state.isOpen, now: () => state.now })
  await copies.keep(sessionPlace, { user, idle_hours: idle } as SessionInfo, now)
  return { ...copies, shelf, state }
}

const record = (id: string): CopyPlace => ({ kind: 'record', path: `/api/entity/Task/${id}`, query: '' })
const list = (query: string, start = 0, length = 20): CopyPlace => ({
  kind: 'list',
  path: '/api/entity/Task',
  query,
  page: { start, length },
})

/** A page of a list of 1,000 tasks. */
const page = (from: number, length: number): ListAnswer => ({
  data: Array.from({ length }, (_, index) => ({ id: `T${from + index}`, modified: '' })),
  field_info: [],
  title_field: 'id',
  count: 1000,
  limit_start: from,
  limit_page_length: length,
})

test('a copy is found with the time of its answer', async () => {
  const copies = await makeCopies()
  await copies.keep(record('T1'), { entity: { id: 'T1' } }, start)
  copies.state.now += hour
  expect(await copies.find(record('T1'))).toEqual({ body: { entity: { id: 'T1' } }, at: start })
  expect(await copies.find(record('T2'))).toBeUndefined()
})

test('of 501 records the one used longest ago goes, and reading one is a use', async () => {
  const copies = await makeCopies()
  for (let number = 0; number < 500; number++) await copies.keep(record(`T${number}`), {}, start)
  await copies.find(record('T0'))
  await copies.keep(record('T500'), {}, start)
  expect(await copies.find(record('T0'))).toBeDefined()
  expect(await copies.find(record('T1'))).toBeUndefined()
  expect(await copies.find(record('T500'))).toBeDefined()
})

test('twenty lists are kept, and of each 500 rows that follow one another', async () => {
  const copies = await makeCopies()
  for (let number = 0; number <= 20; number++) await copies.keep(list(`?${number}`), page(0, 20), start)
  expect(await copies.find(list('?0'))).toBeUndefined()

  for (let from = 20; from < 600; from += 20) await copies.keep(list('?20', from), page(from, 20), start + hour)
  // Rows behind a gap could stand at any place.
  await copies.keep(list('?20', 800), page(800, 20), start + hour)
  const last = await copies.find(list('?20', 480))
  expect(last).toMatchObject({ at: start, body: { data: page(480, 20).data } })
  expect(await copies.find(list('?20', 500))).toBeUndefined()
  expect(await copies.find(list('?20', 1000))).toMatchObject({ body: { data: [], count: 1000 } })
})

test('a list that is read from its top begins anew', async () => {
  const copies = await makeCopies()
  await copies.keep(list(''), page(0, 20), start)
  await copies.keep(list('', 20), page(20, 20), start)
  await copies.keep(list(''), { ...page(0, 20), data: [{ id: 'new', modified: '' }] }, start + hour)
  expect(await copies.find(list('', 0, 40))).toMatchObject({ at: start + hour, body: { data: [{ id: 'new' }] } })
})

test('copies live for the idle time of the session after the last answer of any kind', async () => {
  const copies = await makeCopies()
  await copies.keep(record('T1'), {}, start)
  copies.state.now += 7 * hour
  await copies.keep(record('T2'), {}, copies.state.now)
  copies.state.now += 7 * hour
  expect(await copies.find(record('T1'))).toBeDefined()
  copies.state.now += hour
  expect(await copies.find(record('T1'))).toBeUndefined()
  expect(await copies.shelf.owners()).toEqual([])
})

test.each([
  ['a day back', -24],
  ['a day ahead', 24],
])('a clock that was set %s wipes them', async (_how, hours) => {
  const copies = await makeCopies()
  await copies.keep(record('T1'), {}, start)
  copies.state.now += hours * hour
  expect(await copies.find(record('T1'))).toBeUndefined()
})

test('nothing is found or kept once the session has ended, until the same user is signed in again', async () => {
  const copies = await makeCopies()
  await copies.keep(record('T1'), {}, start)
  copies.state.isOpen = false
  await copies.keep(record('T2'), {}, start)
  expect(await copies.find(record('T1'))).toBeUndefined()
  expect(await copies.find(sessionPlace)).toBeUndefined()
  copies.state.isOpen = true
  expect(await copies.find(record('T1'))).toBeDefined()
  expect(await copies.find(record('T2'))).toBeUndefined()
})

test('another user of the browser finds nothing of them, and keeps no session of somebody else', async () => {
  const dana = await makeCopies()
  await dana.keep(record('T1'), {}, start)
  const omer = await makeCopies('omer@example.com', { shelf: dana.shelf })
  expect(await omer.find(record('T1'))).toBeUndefined()
  await omer.keep(sessionPlace, { user: 'Guest', idle_hours: 8 } as SessionInfo, start)
  expect((await omer.find(sessionPlace))?.body).toMatchObject({ user: 'omer@example.com' })
})

test("the sweep wipes those whose session must have ended, each by its own site's time", async () => {
  const shelf = makeShelf()
  const dana = await makeCopies('dana@example.com', { shelf, idle: 1 })
  await dana.keep(record('T1'), {}, start)
  await makeCopies('omer@example.com', { shelf, idle: 8 })
  await wipeOld(shelf, start + 2 * hour)
  expect(await shelf.owners()).toEqual([[site, 'omer@example.com']])
})

test('forgetting an entity takes all its lists and records, and nothing of others', async () => {
  const copies = await makeCopies()
  const other: CopyPlace = { kind: 'record', path: '/api/entity/Task%20Item/T1', query: '' }
  for (const place of [record('T1'), other]) await copies.keep(place, {}, start)
  for (const query of ['', '?status=Open']) await copies.keep(list(query), page(0, 20), start)
  await copies.forgetBelow('/api/entity/Task')
  for (const place of [record('T1'), list(''), list('?status=Open')]) expect(await copies.find(place)).toBeUndefined()
  expect(await copies.find(other)).toBeDefined()
})
