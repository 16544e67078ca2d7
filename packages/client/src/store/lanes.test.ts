import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, type Call, isList, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'
import { type LaneStore, laneOf } from './lanes.ts'

let backend: Backend
let client: Client
let store: EntityStore
let leave: (() => void)[] = []

beforeEach(async () => {
  backend = await startBackend(4)
  // The small server knows no groups of conditions.
  backend.respond = (call) => {
    if (isList(call)) call.query.filters = Object.fromEntries(leavesOf(call.query.filters))
    return undefined
  }
  client = createClient({ host: backend.host, onError: () => undefined })
  store = client.store('Task')
  leave = [store.enter()]
  await until(store, ({ status }) => status === 'ready')
})
afterEach(async () => {
  for (const end of leave) end()
  client.reset()
  await backend.close()
})

function leavesOf(filters: unknown): [name: string, value: unknown][] {
  if (Array.isArray(filters)) return [[String(filters[0]), filters[2]]]
  const { and, ...others } = (filters ?? {}) as Record<string, unknown>
  return Array.isArray(and) ? and.flatMap(leavesOf) : Object.entries(others)
}

const isOfLane = (call: Call) => isList(call) && 'fields' in call.query
const tasksThatAre = (status: string) =>
  laneOf(store, { where: ['status', '=', status], fields: ['subject', 'status'] })
const idsOf = (lane: LaneStore) => lane.getSnapshot().activeList.map(({ id }) => id)

async function enter(status: string) {
  const lane = tasksThatAre(status)
  leave.push(lane.enter())
  await until(lane, (state) => state.status === 'ready' && !state.isLoading)
  return lane
}

test('a lane reads its own part of the list, with the fields and the order of its question', async () => {
  const lane = await enter('Done')
  expect(idsOf(lane)).toEqual([])
  expect(idsOf(await enter('Open'))).toHaveLength(4)
  expect(store.getSnapshot().activeList).toHaveLength(4)
  expect(backend.calls.find(isOfLane)?.query.fields).toEqual(['id', 'subject', 'status', 'modified'])
  expect(tasksThatAre('Done')).toBe(lane)
})

test('a lane follows the filters of its list', async () => {
  const lane = await enter('Open')
  store.setFilter('subject', 'Task 2')
  await until(lane, (state) => state.activeList.length === 1 && !state.isLoading)
  expect(idsOf(lane)).toEqual(['TASK-0002'])
})

test('a record stands in another lane before it is saved, and changes of others arrive in both', async () => {
  const [open, done] = [await enter('Open'), await enter('Done')]
  const [record] = open.getSnapshot().activeList
  if (!record) throw new Error('There is no task')
  open.drop(record.id)
  done.put({ ...record, status: 'Done' }, 0)
  expect([idsOf(open).length, idsOf(done), done.getSnapshot().listInfo.totalCount]).toEqual([3, [record.id], 1])
  await store.update(record.id, { status: 'Done' })

  const other = backend.tasks[1]
  if (!other) throw new Error('There is no other task')
  Object.assign(other, { status: 'Done', modified: '2026-03-01 10:00:00.000000' })
  const event = { entity: 'Task', id: other.id, action: 'updated', modified: other.modified, new_id: null, user: 'dan' }
  client.announce('list_update', event)
  await until(done, (state) => state.activeList.length === 2)
  await until(open, (state) => state.activeList.length === 2)
})

test('a record that is put where a read has brought it already stands there once', async () => {
  const lane = await enter('Open')
  const [first] = lane.getSnapshot().activeList
  if (!first) throw new Error('The lane is empty')
  lane.put(first, 2)
  expect(idsOf(lane)).toHaveLength(4)
  expect(idsOf(lane)[2]).toBe(first.id)
  expect(lane.getSnapshot().listInfo.totalCount).toBe(4)
})

test('many lanes read the changes of a busy hour in turns, within what a session may ask', async () => {
  const lanes = await Promise.all(Array.from({ length: 20 }, (_, number) => enter(`Status ${number}`)))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  backend.calls.length = 0
  for (let change = 0; change < 40; change++) {
    const event = { entity: 'Task', id: `TASK-${change}`, action: 'updated', modified: '', new_id: null, user: 'dan' }
    client.announce('list_update', event)
    await vi.advanceTimersByTimeAsync(60)
    await Promise.all(lanes.map((lane) => until(lane, ({ isLoading }) => !isLoading)))
  }
  // The changes of 2.4 seconds come to each of them at 0, 1.2 and 2.4 s.
  const reads = backend.calls.filter(isOfLane).length
  expect(reads).toBeGreaterThanOrEqual(20)
  expect(reads).toBeLessThanOrEqual(60)
  vi.useRealTimers()
})
