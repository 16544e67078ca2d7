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

test('a record stays visible with an error when it cannot be read again', async () => {
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

test('a revoked right closes the record, but not under a draft', async () => {
  refuse(403)
  store.setEditing(true)
  expect(await store.reloadRecord()).toBe(false)
  expect(state()).toMatchObject({ activeStatus: 'ready', activeError: { code: 403 } })
  store.setEditing(false)
  await store.reloadRecord()
  expect(state().activeStatus).toBe('denied')
})

test('a cached record is shown whole while it is read again', async () => {
  close()
  const [first] = backend.tasks.filter(({ id }) => id === 'TASK-0001')
  Object.assign(first ?? {}, { subject: 'Changed meanwhile' })
  close = store.openRecord('TASK-0001')
  expect(state()).toMatchObject({ activeStatus: 'loading', activeEntity: { subject: 'Task 1' } })
  await until(store, ({ activeStatus }) => activeStatus === 'ready')
  expect(state().activeEntity).toMatchObject({ subject: 'Changed meanwhile' })
})

test('a cached record is not shown if the list has a newer one or the person may no longer see it', async () => {
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

test('the notice names the person who changed a record under a draft, even after that person has left', async () => {
  store.setEditing(true)
  Object.assign(backend.tasks[1] ?? {}, { modified_by: 'noa', _link_titles: { modified_by: 'Noa Bar' } })
  await store.tellChanged('noa')
  expect(state().notice).toMatchObject({ kind: 'changed', user: 'noa', name: 'Noa Bar', record: { id: 'TASK-0001' } })
  await store.tellChanged('dana')
  expect(state().notice).toMatchObject({ kind: 'changed', user: 'dana', record: { modified_by: 'noa' } })
  expect(state().notice).not.toHaveProperty('name')
})
