import type { SummaryAnswer } from '@tavla/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiError } from '../api-error.ts'
import { type Client, createClient } from '../client.ts'
import { type Backend, type Call, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import { watchSummary } from './list-summary.ts'

let backend: Backend
let client: Client
let stop: (() => void)[] = []

beforeEach(async () => {
  backend = await startBackend(3)
  client = createClient({ host: backend.host, onError: () => undefined })
  backend.respond = (call) => (isSummary(call) ? { body: answerNow() } : undefined)
})
afterEach(async () => {
  for (const end of stop) end()
  stop = []
  client.reset()
  await backend.close()
})

const isSummary = ({ path }: Call) => path === '/api/entity/Task/summary'
const answerNow = (): SummaryAnswer => ({ data: { count: backend.tasks.length }, groups: [], complete: 1 })

async function watch() {
  const store = client.store('Task')
  const taken: [SummaryAnswer | null, ApiError | null][] = []
  stop.push(store.enter())
  await until(store, ({ status }) => status === 'ready')
  stop.push(watchSummary(store, { aggregates: ['sum:hours'] }, (...one) => taken.push(one)))
  await backend.waitFor(isSummary)
  return { store, taken }
}

test('the sums of a list follow its filters', async () => {
  const { store } = await watch()
  store.setFilter('status', 'Open')
  await backend.waitFor(isSummary, 2)
  expect(backend.calls.filter(isSummary).map(({ query }) => [query.filters, query.aggregates])).toEqual([
    [undefined, ['sum:hours']],
    [{ status: 'Open' }, ['sum:hours']],
  ])
})

test('the sums of a list follow what others write', async () => {
  const { taken } = await watch()
  backend.tasks.pop()
  client.announce('list_update', {
    entity: 'Task',
    id: null,
    action: 'updated',
    modified: null,
    new_id: null,
    user: '',
  })
  client.announce('list_update', {
    entity: 'Task',
    id: null,
    action: 'updated',
    modified: null,
    new_id: null,
    user: '',
  })
  await backend.waitFor(isSummary, 2)
  await expect.poll(() => taken.at(-1)?.[0]?.data.count).toBe(2)
  expect(backend.calls.filter(isSummary)).toHaveLength(2)
})

test('a failed reading says why', async () => {
  backend.respond = (call) => (isSummary(call) ? { status: 403, body: { status: 403, message: 'No.' } } : undefined)
  const { taken } = await watch()
  await expect.poll(() => taken.at(-1)?.[1]?.message).toBe('No.')
})
