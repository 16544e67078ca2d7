import { limits } from '@tavla/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, isList, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import { type GroupedStore, groupedOf, isRecordRow } from './grouped.ts'

let backend: Backend
let client: Client
let grouped: GroupedStore
let leave: () => void

beforeEach(async () => {
  backend = await startBackend(4)
  // The small server knows no groups of conditions.
  backend.respond = (call) => {
    if (isList(call)) call.query.filters = Object.fromEntries(leavesOf(call.query.filters))
    return undefined
  }
  client = createClient({ host: backend.host, onError: () => undefined })
  grouped = groupedOf(client.store('Task'))
  leave = grouped.enter()
  await until(client.store('Task'), ({ status }) => status === 'ready')
})
afterEach(async () => {
  leave()
  client.reset()
  await backend.close()
})

function leavesOf(filters: unknown): [name: string, value: unknown][] {
  if (Array.isArray(filters)) return [[String(filters[0]), filters[2]]]
  const { and, ...others } = (filters ?? {}) as Record<string, unknown>
  return Array.isArray(and) ? and.flatMap(leavesOf) : Object.entries(others)
}

const group = (key: string, count: number, isOpen = true) => ({
  ...{ key, count, isOpen },
  where: ['status', '=', key] as const,
})
const kinds = () => grouped.lines().map(({ kind }) => kind)
const isRead = () => !kinds().includes('wait') && !grouped.getSnapshot().isLoading

function show(...groups: ReturnType<typeof group>[]) {
  grouped.show('status', groups, null)
  grouped.setView({ first: 0, last: 20, isAtTop: true })
}

test('heads stand with room for their records, which are read while they are in sight', async () => {
  expect(grouped.getSnapshot().status).toBe('loading')
  show(group('Open', 4), group('Done', 3, false))
  expect(kinds()).toEqual(['head', 'wait', 'wait', 'wait', 'wait', 'head'])
  await until(grouped, isRead)
  expect(kinds()).toEqual(['head', 'record', 'record', 'record', 'record', 'head'])
  expect(grouped.getSnapshot().activeList.filter(isRecordRow)).toHaveLength(4)
})

test('all that is selected at once, and a range, are the records as they are shown', async () => {
  show(group('Open', 4))
  await until(grouped, isRead)
  const ids = client
    .store('Task')
    .rowsShown()
    .map(({ id }) => id)
  client.store('Task').selectAll()
  expect(grouped.getSnapshot().selected).toEqual(ids)
  grouped.clearSelection()
  grouped.toggleRange(String(ids[1]), String(ids[3]))
  expect(grouped.getSnapshot().selected).toEqual(ids.slice(1))
})

test('a record that others change moves to its other group', async () => {
  show(group('Open', 4))
  await until(grouped, isRead)
  const [task] = backend.tasks
  if (!task) throw new Error('There is no task')
  Object.assign(task, { status: 'Done', modified: '2026-03-01 10:00:00.000000' })
  const event = { entity: 'Task', id: task.id, action: 'updated', modified: task.modified, new_id: null, user: 'dan' }
  client.announce('list_update', event)
  // As the sums say it.
  show(group('Open', 3), group('Done', 1))
  const keysOf = () => grouped.lines().flatMap(({ kind, group: key }) => (kind === 'record' ? [key] : []))
  await until(grouped, () => keysOf().join() === 'Open,Open,Open,Done')
})

test('a group that cannot be read says so, and is read again when asked to', async () => {
  const { respond } = backend
  backend.respond = (call) =>
    isList(call) && JSON.stringify(call.query.filters ?? '').includes('status')
      ? { status: 417, body: { status: 417, message: 'No.' } }
      : undefined
  show(group('Open', 4))
  await until(grouped, () => kinds().includes('fault'))
  expect(grouped.lines()[1]?.error?.message).toBe('No.')
  backend.respond = respond
  grouped.retryGroup('Open')
  await until(grouped, () => kinds().join() === 'head,record,record,record,record')
})

test('paper has the records of open groups, also those that were never in sight, as many as one call returns', async () => {
  const [task] = backend.tasks
  Object.assign(task ?? {}, { status: 'Done' })
  grouped.show('status', [group('Done', 1), group('Open', 3), group('Late', 0, false)], null)
  const read = await grouped.readGroupsForPaper()
  expect([...read].map(([key, records]) => [key, records.length])).toEqual([
    ['Done', 1],
    ['Open', 3],
  ])
  const lengths = backend.calls.filter(isList).map(({ query }) => Number(query.limit_page_length))
  expect(lengths.slice(-2)).toEqual([limits.pageCap, limits.pageCap - 1])
})
