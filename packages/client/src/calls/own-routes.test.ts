import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, type Call, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'

const person = { id: 'dana+1@example.com', full_name: 'Dana Levi', modified: '2026-01-05 10:00:00.000000' }
const rows = { data: [person], field_info: [], title_field: 'full_name', count: 1, limit_start: 0 }

let backend: Backend
let client: Client
beforeEach(async () => {
  backend = await startBackend()
  backend.respond = ({ method, path }: Call) => {
    if (path === '/api/user') return { body: method === 'GET' ? rows : { user: person } }
    return path.startsWith('/api/user/') ? { body: { user: person } } : undefined
  }
  client = createClient({ host: backend.host, onError: () => undefined })
})
afterEach(async () => {
  client.reset()
  await backend.close()
})

test('people are listed, read and written at their own address, and their actions run at the common one', async () => {
  const store = client.store('User')
  await store.initialise()
  expect(store.getSnapshot().activeList).toEqual([person])
  const leave = store.openRecord(person.id)
  await until(store, ({ activeStatus }) => activeStatus === 'ready')
  await store.create({ email: person.id })
  await store.update(person.id, { enabled: 0 })
  await store.runAction(person.id, 'end_sessions').catch(() => undefined)
  await store.remove(person.id)
  leave()
  const called = backend.calls.map(({ method, path }) => `${method} ${path}`).filter((call) => /ser/.test(call))
  expect(new Set(called)).toEqual(
    new Set([
      'GET /api/entity/User/meta',
      'GET /api/user',
      'GET /api/user/dana%2B1%40example.com',
      'POST /api/user',
      'PUT /api/user/dana%2B1%40example.com',
      'POST /api/entity/User/dana%2B1%40example.com',
      'DELETE /api/user/dana%2B1%40example.com',
    ]),
  )
})

test('other entities use the common address', async () => {
  await client
    .store('Role')
    .reload()
    .catch(() => undefined)
  expect(backend.calls.at(-1)).toMatchObject({ method: 'GET', path: '/api/entity/Role' })
})
