import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'

let backend: Backend
let client: Client
let store: EntityStore
let close: () => void

const refuse = (status: number) => {
  backend.respond = ({ method }) => (method === 'GET' ? { status, body: { message: 'No' } } : undefined)
}
const allow = () => {
  backend.respond = () => undefined
}
const state = () => store.getSnapshot()

beforeEach(async () => {
  backend = await startBackend(2)
  client = createClient({ host: backend.host, onError: () => undefined })
  store = client.store('Task')
  close = store.openRecord('TASK-0001')
  await until(store, ({ activeStatus }) => activeStatus === 'ready')
})
afterEach(async () => {
  close()
  client.reset()
  await backend.close()
})

test('a record that was read stays while it cannot be read again, and says so', async () => {
  refuse(503)
  expect(await store.reloadRecord()).toBe(false)
  expect(state()).toMatchObject({
    activeStatus: 'ready',
    activeEntity: { subject: 'Task 1' },
    activeError: { code: 503 },
  })
  allow()
  expect(await store.reloadRecord()).toBe(true)
  expect(state().activeError).toBeNull()
})

test('a right that ends closes the record, but not under a draft', async () => {
  refuse(403)
  store.setEditing(true)
  expect(await store.reloadRecord()).toBe(false)
  expect(state()).toMatchObject({ activeStatus: 'ready', activeError: { code: 403 } })
  store.setEditing(false)
  await store.reloadRecord()
  expect(state().activeStatus).toBe('denied')
})

test('a record that was read before is there whole at once, while it is read anew', async () => {
  close()
  const [first] = backend.tasks.filter(({ id }) => id === 'TASK-0001')
  Object.assign(first ?? {}, { subject: 'Changed meanwhile' })
  close = store.openRecord('TASK-0001')
  expect(state()).toMatchObject({ activeStatus: 'loading', activeEntity: { subject: 'Task 1' } })
  await until(store, ({ activeStatus }) => activeStatus === 'ready')
  expect(state().activeEntity).toMatchObject({ subject: 'Changed meanwhile' })
})

test('a record that the list knows better, or that is no longer this person’s to see, is not what it was', async () => {
  await store.initialise()
  refuse(403)
  await store.reloadRecord()
  close()
  allow()
  close = store.openRecord('TASK-0001')
  const fromList = state().activeEntity
  expect(fromList).toBe(state().activeList.find(({ id }) => id === 'TASK-0001'))
  await until(store, ({ activeStatus }) => activeStatus === 'ready')
  close()
  Object.assign(backend.tasks.find(({ id }) => id === 'TASK-0001') ?? {}, {
    subject: 'Newer',
    modified: '2026-03-01 00:00:00.000000',
  })
  await store.reload()
  close = store.openRecord('TASK-0001')
  expect(state().activeEntity).toMatchObject({ subject: 'Newer' })
})

test('who changed a record under a draft is told by name, also when they have left', async () => {
  store.setEditing(true)
  Object.assign(backend.tasks[1] ?? {}, { modified_by: 'noa', _link_titles: { modified_by: 'Noa Bar' } })
  await store.tellChanged('noa')
  expect(state().notice).toEqual({ kind: 'changed', user: 'noa', name: 'Noa Bar', newId: null })
  await store.tellChanged('dana')
  expect(state().notice).toEqual({ kind: 'changed', user: 'dana', newId: null })
})
