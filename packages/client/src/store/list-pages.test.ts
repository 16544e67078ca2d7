import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, isList, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'
import { isRead } from './rows.ts'

let backend: Backend
let client: Client
let store: EntityStore
let leave: () => void

beforeEach(async () => {
  backend = await startBackend(400)
  client = createClient({ host: backend.host, onError: () => undefined })
  store = client.store('Task')
  store.setItemsPerPage(10)
  leave = store.enter()
  await idle()
})
afterEach(async () => {
  leave()
  client.reset()
  await backend.close()
})

const state = () => store.getSnapshot()
const idle = () => until(store, ({ status, isLoading }) => status === 'ready' && !isLoading)
const whole = () => state().activeList.filter(isRead)
const starts = () => backend.calls.filter(isList).map(({ query }) => Number(query.limit_start))

/** Scrolls to the last loaded row, page after page. */
async function readDown(rows: number) {
  while (state().listInfo.itemsLoaded < rows) {
    const last = state().listInfo.itemsLoaded - 1
    store.setView({ first: last - 4, last, isAtTop: false })
    await until(store, ({ listInfo, isLoading }) => listInfo.itemsLoaded > last + 1 && !isLoading)
  }
}

test('memory does not grow with the number of pages passed', async () => {
  await readDown(200)
  const held = whole().length
  await readDown(400)
  expect(state().listInfo.itemsLoaded).toBe(400)
  expect(whole().length).toBeLessThanOrEqual(held)
  // The reader is at the end, so the last rows are in memory.
  expect(state().activeList.slice(-40).every(isRead)).toBe(true)
  expect(state().activeList[0]).toEqual({ id: 'TASK-0000' })
})

test('dropped rows are read again before they become visible, one page at a time', async () => {
  await readDown(300)
  const before = starts().length
  store.setView({ first: 100, last: 104, isAtTop: false })
  await until(store, ({ activeList, isLoading }) => !isLoading && activeList.slice(90, 115).every(isRead))
  expect(starts().slice(before)).toEqual([100, 90, 110])
  expect(state().activeList[102]).toMatchObject({ subject: 'Task 102' })
  expect(state().listInfo.itemsLoaded).toBe(300)
})

test('a page that has become shorter leaves no gap', async () => {
  await readDown(300)
  backend.tasks.splice(50)
  store.setView({ first: 40, last: 44, isAtTop: false })
  await until(store, ({ activeList, isLoading }) => !isLoading && activeList.slice(30).every(isRead))
  expect(state().listInfo).toMatchObject({ totalCount: 50, itemsLoaded: 50 })
})

test('a dropped page that cannot be read shows an error and is read on a retry', async () => {
  await readDown(300)
  backend.respond = (call) => (isList(call) ? { status: 503, body: { message: 'Busy' } } : undefined)
  store.setView({ first: 0, last: 4, isAtTop: true })
  await until(store, ({ error }) => error !== null)
  expect(state().status).toBe('ready')
  backend.respond = () => undefined
  await store.retry()
  expect(state().error).toBeNull()
  expect(state().activeList[0]).toMatchObject({ subject: 'Task 0' })
})

test('a record opens without a title from a dropped row', async () => {
  await readDown(300)
  const close = store.openRecord('TASK-0000')
  expect(state().activeEntity).toBeNull()
  close()
})

describe('existing rows stay when a read fails', () => {
  beforeEach(() => {
    backend.respond = (call) => (isList(call) ? { status: 500, body: { message: 'Broken' } } : undefined)
  })

  test('entering again keeps the rows, and a retry reads them', async () => {
    leave()
    leave = store.enter()
    await until(store, ({ error }) => error !== null)
    expect(state()).toMatchObject({ status: 'ready', error: { message: 'Broken' } })
    expect(whole()).toHaveLength(10)
    backend.respond = () => undefined
    await store.retry()
    expect(state()).toMatchObject({ status: 'ready', error: null })
  })

  test('rows of an older query are not mixed with those of a newer one', async () => {
    store.setFilter('status', 'Done')
    await until(store, ({ error }) => error !== null)
    store.clearResetScroll()
    expect(whole()).toHaveLength(10)
    const before = starts().length
    store.setView({ first: 5, last: 9, isAtTop: false })
    expect(starts()).toHaveLength(before)
    backend.respond = () => undefined
    await store.retry()
    expect(state()).toMatchObject({ activeList: [], listInfo: { totalCount: 0, resetScroll: true }, error: null })
  })

  test('rows that the reader may no longer read are removed', async () => {
    backend.respond = (call) => (isList(call) ? { status: 403, body: { message: 'No' } } : undefined)
    await store.reload()
    expect(state()).toMatchObject({ status: 'denied', activeList: [] })
  })
})

test('at most 500 rows can be selected, and the store reports the limit', () => {
  for (let index = 0; index < 500; index++) expect(store.toggleSelected(`X-${index}`)).toBe(true)
  expect(store.toggleSelected('X-500')).toBe(false)
  expect(store.toggleSelected('X-3')).toBe(true)
  expect(state().selected).toHaveLength(499)
})

test('a renamed record keeps its place and its selection', async () => {
  backend.respond = ({ path }) => (path.endsWith('/rename_entity') ? { body: { new_name: 'TASK-NEW' } } : undefined)
  store.toggleSelected('TASK-0002')
  await store.rename('TASK-0002', 'TASK-NEW')
  expect(state().activeList[2]).toMatchObject({ id: 'TASK-NEW', subject: 'Task 2' })
  expect(state().selected).toEqual(['TASK-NEW'])
})
