import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, isList, startBackend, task } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'

// A generous bound, so that only a hang fails on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

let backend: Backend
let client: Client
let store: EntityStore
let leave: () => void
/** Times of the list requests, in milliseconds of the faked clock. */
let asked: number[]

beforeEach(async () => {
  backend = await startBackend(50)
  client = createClient({ host: backend.host, onError: () => undefined })
  client.live.connect()
  await until(client.live.status, ({ status }) => status === 'online')
  store = client.store('Task')
  store.setItemsPerPage(10)
  // The network runs in real time; only the client's pauses are faked.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  asked = []
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (typeof input === 'string' && input.includes('/api/entity/Task?')) asked.push(performance.now())
    return fetch(input, init)
  })
  leave = store.enter()
  await until(store, ({ status, isLoading }) => status === 'ready' && !isLoading)
})
afterEach(async () => {
  leave()
  vi.restoreAllMocks()
  vi.useRealTimers()
  client.reset()
  await backend.close()
})

/** The time between each request and the one before. */
const pauses = () => asked.slice(1).map((time, index) => time - (asked[index] ?? 0))
const idle = () => until(store, ({ isLoading }) => !isLoading)
/** Waits until the client has handled all earlier events. */
const heard = () => client.live.emit('list_leave', { entity: 'Flush' })

function add(index: number) {
  const made = { ...task(index), id: `NEW-${index}`, modified: '2026-03-01 00:00:00.000000' }
  backend.tasks.unshift(made)
  const event = { entity: 'Task', id: made.id, action: 'created', new_id: null, modified: made.modified, user: 'noa' }
  backend.io.emit('list_update', event)
}

test('500 ms after a load the store checks the end again; after a second failure it waits for a scroll', async () => {
  backend.respond = (call) => (isList(call) ? { status: 500, body: { message: 'Broken' } } : undefined)
  store.setView({ first: 3, last: 7, isAtTop: false })
  await until(store, ({ error, isLoading }) => error !== null && !isLoading)
  await vi.advanceTimersByTimeAsync(499)
  expect(asked).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(pauses().at(-1)).toBe(500)
  await backend.waitFor(isList, 3)
  await idle()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toHaveLength(3)
  store.setView({ first: 4, last: 8, isAtTop: false })
  expect(asked).toHaveLength(4)
  await backend.waitFor(isList, 4)
  await idle()
})

test("the list reads others' changes at once, and then at most every 300 ms", async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  await vi.advanceTimersByTimeAsync(2_000)
  asked.length = 0
  add(1)
  await heard()
  await vi.advanceTimersByTimeAsync(0)
  await until(store, ({ listInfo }) => listInfo.totalCount === 51)
  for (const index of [2, 3, 4]) add(index)
  await heard()
  await vi.advanceTimersByTimeAsync(299)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(pauses()).toEqual([300])
  await until(store, ({ listInfo }) => listInfo.totalCount === 54)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toHaveLength(2)
})

/** Changes a record that not every user may see. */
const addUnnamed = (index: number) => {
  backend.tasks.unshift({ ...task(index), id: `NEW-${index}`, modified: '2026-03-01 00:00:00.000000' })
  const told = { entity: 'Task', id: null, action: 'updated', new_id: null, modified: null, user: null }
  backend.io.emit('list_update', told)
}

test('changes among records that not every user sees are read at most once a second', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  await vi.advanceTimersByTimeAsync(2_000)
  asked.length = 0
  addUnnamed(1)
  await heard()
  await vi.advanceTimersByTimeAsync(0)
  await until(store, ({ listInfo }) => listInfo.totalCount === 51)
  for (const index of [2, 3, 4]) addUnnamed(index)
  await heard()
  await vi.advanceTimersByTimeAsync(999)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(pauses()).toEqual([1000])
  await until(store, ({ listInfo }) => listInfo.totalCount === 54)
})

test('such changes move no rows while a row is selected: new rows are announced, and visible ones refreshed', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  store.toggleSelected(task(2).id)
  await vi.advanceTimersByTimeAsync(2_000)
  const rows = store.getSnapshot().activeList.map((row) => row.id)
  const [first] = backend.tasks
  if (first) first.subject = 'Another subject'
  addUnnamed(1)
  await heard()
  await vi.advanceTimersByTimeAsync(1_000)
  await until(store, ({ newRecords }) => newRecords === 1)
  const { activeList } = store.getSnapshot()
  expect(activeList.map((row) => row.id)).toEqual(rows)
  expect(activeList[0]?.subject).toBe('Another subject')
})
