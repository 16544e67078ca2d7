import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'
import { type ThreadStore, threadOf } from './thread.ts'

let backend: Backend
let client: Client
let store: EntityStore
let thread: ThreadStore
let close: () => void

const refuse = (status: number) => {
  backend.respond = ({ method }) => (method === 'GET' ? { status, body: { message: 'No' } } : undefined)
}
const state = () => thread.getSnapshot()
const calls = () => backend.calls.filter(({ path }) => path === '/api/app/get_communications')

beforeEach(async () => {
  backend = await startBackend(2)
  client = createClient({ host: backend.host, onError: () => undefined })
  store = client.store('Task')
  thread = threadOf(client, 'Task')
  close = store.openRecord('TASK-0001')
  await until(store, ({ activeStatus }) => activeStatus === 'ready')
})
afterEach(async () => {
  close()
  client.reset()
  await backend.close()
})

const all = Array.from({ length: 60 }, (_, index) => ({ id: `m${index}` }))
const answer = () => {
  backend.respond = ({ path, query }) => {
    if (path !== '/api/app/get_communications') return undefined
    const [start, length] = [Number(query.limit_start ?? 0), Number(query.limit_page_length)]
    return { body: { communications: all.slice(start, start + length), count: all.length } }
  }
}

test('messages arrive page by page', async () => {
  answer()
  await thread.load()
  expect(state()).toMatchObject({ status: 'ready', count: 60 })
  expect(state().messages).toHaveLength(50)
  await thread.loadMore()
  expect(state().messages).toHaveLength(60)
  all.unshift({ id: 'new' })
  await thread.load()
  expect(state().messages.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
})

test('after the oldest messages are deleted, the others stay', async () => {
  const kept = [{ id: 'later' }, { id: 'draft' }]
  backend.respond = () => ({ body: { communications: [...kept], count: kept.length } })
  await thread.load()
  kept.pop()
  await thread.load()
  expect(state().messages.map(({ id }) => id)).toEqual(['later'])
})

test('a failed read shows its reason, and messages that were read stay', async () => {
  refuse(403)
  await thread.load()
  expect(state()).toMatchObject({ status: 'denied', error: { code: 403 } })
  answer()
  await thread.load()
  refuse(503)
  await thread.load()
  expect(state()).toMatchObject({ status: 'ready', error: { code: 503 } })
  expect(state().messages).toHaveLength(50)
})

test('messages of another record never appear with this one', async () => {
  answer()
  await thread.load()
  const late = thread.load()
  const closeOther = store.openRecord('TASK-0002')
  expect(state()).toEqual({ messages: [], status: 'idle', error: null, count: 0 })
  await late
  expect(state().messages).toEqual([])
  closeOther()
  expect(threadOf(client, 'Task')).toBe(thread)
})

test('a record with a WhatsApp contact requests messages with that contact', async () => {
  Object.assign(backend.tasks.find(({ id }) => id === 'TASK-0001') ?? {}, { whatsapp_contact_id: '972501234567' })
  await store.reloadRecord()
  answer()
  await thread.load()
  expect(calls().at(-1)?.query).toMatchObject({ entity: 'Task', id: 'TASK-0001', whatsapp_contact_id: '972501234567' })
})

test('a new message appears when the server reports it, once the others were read', async () => {
  client.live.connect()
  await until(client.live.status, ({ status }) => status === 'online')
  answer()
  const stop = thread.follow()
  const tell = (id: string) => backend.io.emit('doc_update', { entity: 'Task', id, action: 'communication' })
  tell('TASK-0001')
  await client.live.emit('list_leave', { entity: 'Flush' })
  expect(calls()).toHaveLength(0)
  await thread.load()
  all.unshift({ id: 'told of' })
  tell('TASK-0002')
  tell('TASK-0001')
  await until(thread, ({ messages }) => messages[0]?.id === 'told of')
  expect(calls()).toHaveLength(2)
  stop()
})
