import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { noteAnswer } from '../reach.ts'
import { type Answer, type Backend, isList, startBackend, task } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'
import { noLayoutFields } from './state.ts'

let backend: Backend
let client: Client
let store: EntityStore
let leave: (() => void) | undefined

beforeEach(async () => {
  backend = await startBackend(50)
  client = createClient({ host: backend.host, onError: () => undefined })
  store = client.store('Task')
  store.setItemsPerPage(10)
})
afterEach(async () => {
  leave?.()
  leave = undefined
  client.reset()
  await backend.close()
})

const state = () => store.getSnapshot()
const ids = () => state().activeList.map((row) => row.id)
const ready = () => until(store, ({ status, isLoading }) => status === 'ready' && !isLoading)
const listCalls = () => backend.calls.filter(isList)

async function enter() {
  leave = store.enter()
  await ready()
}

test('the first use reads meta and the first page, once', async () => {
  await Promise.all([store.initialise(), store.initialise()])
  expect(backend.calls.filter(({ path }) => path.endsWith('/meta'))).toHaveLength(1)
  expect(listCalls().map(({ query }) => [query.limit_start, query.limit_page_length])).toEqual([['0', '10']])
  expect(state()).toMatchObject({
    status: 'ready',
    listMeta: { titleField: 'subject' },
    listInfo: { totalCount: 50, itemsLoaded: 10, itemsPerPage: 10, currentPage: 1, limitStart: 0 },
  })
})

test('entering again reads the list again', async () => {
  await enter()
  leave?.()
  leave = store.enter()
  await backend.waitFor(isList, 2)
})

test('the next page is read when the last visible row is within three rows of the end', async () => {
  await enter()
  store.setView({ first: 0, last: 6, isAtTop: true })
  expect(state().isLoading).toBe(false)
  store.setView({ first: 1, last: 7, isAtTop: false })
  await ready()
  expect(ids()).toHaveLength(20)
  expect(state().listInfo).toMatchObject({ currentPage: 2, limitStart: 10, itemsLoaded: 20 })
})

test('a list is read to its end, one page at a time', async () => {
  await enter()
  for (let last = 9; ids().length < 50; last = ids().length - 1) {
    store.setView({ first: last - 5, last, isAtTop: false })
    store.setView({ first: last - 4, last, isAtTop: false })
    await ready()
  }
  expect(new Set(ids()).size).toBe(50)
  store.setView({ first: 40, last: 49, isAtTop: false })
  expect(listCalls()).toHaveLength(5)
})

test('after a load the store checks the end again by itself', async () => {
  await enter()
  store.setView({ first: 0, last: 12, isAtTop: true })
  await until(store, ({ listInfo }) => listInfo.itemsLoaded === 20)
  store.setView({ first: 12, last: 24, isAtTop: false })
  await until(store, ({ listInfo }) => listInfo.itemsLoaded >= 30)
})

test('a failed page is retried once and then waits for the reader', async () => {
  await enter()
  backend.respond = (call) => (isList(call) ? { status: 500, body: { message: 'Broken' } } : undefined)
  store.setView({ first: 0, last: 9, isAtTop: true })
  await until(store, ({ error, isLoading }) => error !== null && !isLoading)
  await backend.waitFor(isList, 3)
  await until(store, ({ isLoading }) => !isLoading)
  expect(state()).toMatchObject({ status: 'ready', error: { message: 'Broken' } })
  backend.respond = () => undefined
  await store.retry()
  expect(ids()).toHaveLength(20)
  expect(state().error).toBeNull()
})

describe('coming back', () => {
  beforeEach(enter)
  const left = { first: 22, last: 26, isAtTop: false }

  test('rows in memory stay, and those that were visible are read again at their place', async () => {
    await store.loadMore()
    await store.loadMore()
    leave?.()
    const before = listCalls().length
    leave = store.enter(left)
    expect(state().listInfo.itemsLoaded).toBe(30)
    await backend.waitFor(isList, before + 1)
    expect(listCalls()[before]?.query).toMatchObject({ limit_start: '20', limit_page_length: '10' })
    expect(state().listInfo.itemsLoaded).toBe(30)
  })

  test('a list that holds fewer rows than before is read in one call as far as needed', async () => {
    leave?.()
    const before = listCalls().length
    leave = store.enter(left)
    await until(store, ({ listInfo }) => listInfo.itemsLoaded === 27)
    expect(listCalls()[before]?.query).toMatchObject({ limit_page_length: '27' })
  })

  test('leaving during a read of the first page removes no rows', async () => {
    await store.loadMore()
    await store.loadMore()
    leave?.()
    const held = Promise.withResolvers<undefined>()
    backend.respond = (call) => (isList(call) && call.query.limit_start === '0' ? held.promise : undefined)
    const before = listCalls().length
    store.enter()()
    await backend.waitFor(isList, before + 1)
    leave = store.enter(left)
    await backend.waitFor(isList, before + 2)
    held.resolve(undefined)
    await ready()
    expect(state().listInfo.itemsLoaded).toBe(30)
    expect(ids()).toHaveLength(30)
  })

  test('visible rows stay when reading them again fails once', async () => {
    await store.loadMore()
    await store.loadMore()
    leave?.()
    let isAway = true
    backend.respond = (call) => {
      if (!isList(call) || !isAway) return undefined
      isAway = false
      return { status: 503, body: { status: 503, message: 'Busy' } }
    }
    const before = listCalls().length
    leave = store.enter(left)
    await backend.waitFor(isList, before + 2)
    await ready()
    expect(listCalls()[before + 1]?.query).toMatchObject({ limit_start: '0', limit_page_length: '27' })
    expect(state().listInfo.itemsLoaded).toBeGreaterThanOrEqual(27)
  })
})

describe('search and filters', () => {
  beforeEach(enter)

  test('a search sends its text as it is typed, without the blanks around it', async () => {
    store.search(' 50%_\\ ')
    await ready()
    expect(listCalls().at(-1)?.query).toMatchObject({ search: '50%_\\' })
  })

  test('a key that does not change the text causes no read', async () => {
    store.search('')
    store.search('a')
    store.search('a')
    await ready()
    expect(listCalls()).toHaveLength(2)
  })

  test('an emptied search text clears all filters', async () => {
    store.setFilter('status', 'Done')
    store.search('a')
    await ready()
    expect(listCalls().at(-1)?.query).toMatchObject({ filters: { status: 'Done' } })
    store.search('')
    await ready()
    expect(state()).toMatchObject({ filters: {}, searchText: '' })
    expect(listCalls().at(-1)?.query).not.toHaveProperty('filters')
  })

  test('a filter starts at page one and at the top', async () => {
    store.setView({ first: 2, last: 9, isAtTop: false })
    await until(store, ({ listInfo }) => listInfo.currentPage === 2)
    store.setFilter('status', 'Open')
    expect(state().listInfo).toMatchObject({ currentPage: 1, limitStart: 0, resetScroll: true })
    await ready()
    expect(ids()).toHaveLength(10)
    store.clearResetScroll()
    expect(state().listInfo.resetScroll).toBe(false)
  })

  test('an answer that arrives late is dropped', async () => {
    const release: (() => void)[] = []
    backend.respond = (call) => {
      const filters = call.query.filters as { status?: string } | undefined
      if (filters?.status !== 'Done') return undefined
      return new Promise<Answer>((resolve) =>
        release.push(() => resolve({ body: { data: [task(1)], count: 1, field_info: [], title_field: 'subject' } })),
      )
    }
    store.setFilter('status', 'Done')
    await backend.waitFor((call) => (call.query.filters as { status?: string })?.status === 'Done')
    store.setFilter('status', 'Open')
    await ready()
    for (const go of release) go()
    expect(ids()).toHaveLength(10)
    expect(state().filters).toEqual({ status: 'Open' })
  })
})

describe('messages to the reader', () => {
  test.each([
    [403, 'denied'],
    [404, 'missing'],
    [500, 'failed'],
  ])('%i shows as %s, and a retry asks again', async (status, expected) => {
    backend.respond = () => ({ status, body: { message: 'No' } })
    leave = store.enter()
    await until(store, (now) => now.status === expected)
    backend.respond = () => undefined
    await store.retry()
    expect(state().status).toBe('ready')
  })

  test('the failure of the metadata stays visible although rows arrive', async () => {
    const { promise: late, resolve: letGo } = Promise.withResolvers<void>()
    backend.respond = (call) => {
      if (isList(call)) return late.then(() => undefined)
      if (!call.path.endsWith('/meta')) return undefined
      return backend.waitFor(isList).then(() => ({ status: 404, body: { message: 'No' } }))
    }
    leave = store.enter()
    await until(store, (now) => now.status === 'missing')
    letGo()
    await fetch(backend.host)
    expect(state()).toMatchObject({ status: 'missing', error: { message: 'No' }, isLoading: false })
    backend.respond = () => undefined
    await store.retry()
    expect(state()).toMatchObject({ status: 'ready', error: null })
  })
})

describe('writes', () => {
  beforeEach(enter)

  test('creating clears the draft and shows the record', async () => {
    store.setDraft('subject', 'Call Noa')
    const made = await store.create()
    expect(made.subject).toBe('Call Noa')
    expect(state()).toMatchObject({ newEntity: {}, listInfo: { totalCount: 51, resetScroll: true } })
    expect(ids()[0]).toBe(made.id)
  })

  test('a refused record keeps its draft', async () => {
    backend.respond = ({ method }) => (method === 'POST' ? { status: 417, body: { message: 'No' } } : undefined)
    store.setDraft('subject', 'Call Noa')
    await expect(store.create()).rejects.toThrow('No')
    expect(state().newEntity).toEqual({ subject: 'Call Noa' })
  })

  test('saving updates the row and keeps the fields of the list', async () => {
    await store.update('TASK-0003', { subject: 'Changed', secret: 'x' })
    expect(state().activeList[3]).toMatchObject({ subject: 'Changed' })
    expect(state().activeList[3]).not.toHaveProperty('secret')
  })

  test('deleting removes the row and decreases the count', async () => {
    await store.remove('TASK-0003')
    expect(ids()).not.toContain('TASK-0003')
    expect(state().listInfo).toMatchObject({ totalCount: 49, itemsLoaded: 9 })
  })

  test('selected records are changed together', async () => {
    store.toggleSelected('TASK-0001')
    store.toggleSelected('TASK-0002')
    expect(await store.updateSelected({ status: 'Done' })).toBe(2)
    await ready()
    expect(state().selected).toEqual([])
    expect(state().activeList[2]).toMatchObject({ status: 'Done' })
  })

  test('a range of rows is selected or deselected from either end', () => {
    store.toggleSelected('TASK-0003')
    expect(store.toggleRange('TASK-0003', 'TASK-0006')).toBe(true)
    expect(state().selected).toEqual(['TASK-0003', 'TASK-0004', 'TASK-0005', 'TASK-0006'])
    store.toggleRange('TASK-0006', 'TASK-0004')
    expect(state().selected).toEqual(['TASK-0003'])
    store.toggleRange('TASK-0003', 'TASK-0001')
    expect(state().selected).toEqual(['TASK-0003', 'TASK-0002', 'TASK-0001'])
    // The first row of the range is gone, so only the pressed row counts.
    store.toggleRange('GONE', 'TASK-0008')
    expect(state().selected).toContain('TASK-0008')
    expect(state().selected).toHaveLength(4)
  })

  test("changing selected records keeps the reader's place", async () => {
    await store.loadMore()
    await store.loadMore()
    store.setView({ first: 20, last: 24, isAtTop: false })
    store.toggleSelected('TASK-0021')
    await store.updateSelected({ status: 'Done' })
    await backend.waitFor(isList, 4)
    expect(listCalls().at(-1)?.query).toMatchObject({ limit_start: '20' })
    expect(state().listInfo.itemsLoaded).toBe(30)
  })

  test('a record opens with the values of its list row', async () => {
    const close = store.openRecord('TASK-0004')
    expect(state()).toMatchObject({
      activeId: 'TASK-0004',
      activeStatus: 'loading',
      activeEntity: { subject: 'Task 4' },
    })
    await until(store, ({ activeStatus }) => activeStatus === 'ready')
    close()
    expect(state()).toMatchObject({ activeId: null, activeEntity: null })
  })
})

test("a person's order and fields come from the server, without fields that no longer exist", async () => {
  backend.respond = ({ path, method }) =>
    method === 'GET' && path.endsWith('/List%20Setting')
      ? {
          body: {
            data: [{ id: 'ls1', entity: 'Task', order_by: 'gone asc, subject asc', list_fields: ['status', 'gone'] }],
          },
        }
      : undefined
  // A form beside the list may request the same meta first.
  await store.loadMeta()
  await enter()
  expect(listCalls()[0]?.query).toMatchObject({
    order_by: 'subject asc',
    fields: ['id', 'subject', 'status', 'modified'],
  })
  await store.setOrderBy('status desc')
  expect(backend.calls.at(-1)).toMatchObject({ method: 'PUT', body: { id: 'ls1', order_by: 'status desc' } })
})

test('an address may carry an order, and names of unknown fields in it are ignored', async () => {
  store.preset({
    display: {
      orderBy: 'gone desc, subject desc',
      listFields: [],
      layout: '',
      columns: [],
      groupBy: '',
      layoutFields: noLayoutFields,
    },
  })
  await enter()
  expect(listCalls().map(({ query }) => query.order_by)).toEqual(['subject desc'])
})

test("a display from the address overrides the person's own, which stays as it was", async () => {
  backend.respond = ({ method, path }) =>
    method === 'GET' && path === '/api/entity/List%20Setting'
      ? {
          body: {
            data: [{ id: 'ls1', entity: 'Task', order_by: 'subject asc', list_fields: ['subject'], layout: 'List' }],
          },
        }
      : undefined
  store.preset({
    display: {
      orderBy: '',
      listFields: ['status'],
      layout: 'Tiles',
      columns: [],
      groupBy: '',
      layoutFields: noLayoutFields,
    },
  })
  await enter()
  expect(store.getSnapshot()).toMatchObject({ orderBy: '', listFields: ['status'], layout: 'Tiles' })
  expect(backend.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  await store.setOrderBy('status desc')
  expect(backend.calls.at(-1)?.body).toMatchObject({
    order_by: 'status desc',
    list_fields: ['subject'],
    layout: 'List',
  })
})

test('a list that failed while the server was away is read again as soon as it answers', async () => {
  let isAway = true
  const failing = () => (isAway ? { status: 500, body: { status: 500, message: 'Away' } } : undefined)
  backend.respond = ({ path }) => (path.startsWith('/api/entity/Task') ? failing() : undefined)
  leave = store.enter()
  await until(store, ({ status }) => status === 'failed')
  noteAnswer(backend.host, false)
  isAway = false
  noteAnswer(backend.host, true)
  await until(store, ({ status }) => status === 'ready')
})

test('a search before the metadata has arrived is not lost', async () => {
  let release: () => void = () => undefined
  backend.respond = ({ path }) =>
    path.endsWith('/meta') ? new Promise((resolve) => (release = () => resolve({ body: backend.meta }))) : undefined
  leave = store.enter()
  await backend.waitFor(isList)
  store.search('call')
  release()
  await backend.waitFor(isList, 2)
  expect(listCalls().at(-1)?.query.search).toBe('call')
})

test('unchanged metadata is not sent twice', async () => {
  backend.respond = ({ path, headers }) =>
    path.endsWith('/meta') && headers['if-none-match'] === '"Task-1"' ? { status: 304 } : undefined
  const meta = await client.metas.get('Task')
  client.metas.invalidate('Task')
  expect(await client.metas.get('Task')).toBe(meta)
})

test('another scope of the same screen is read at once, and keeps the search', async () => {
  store.setScope({ status: ['=', 'Open'] })
  await enter()
  store.search('x')
  await ready()
  store.changeScope({})
  await ready()
  expect(listCalls().at(-1)?.query.filters).toBeUndefined()
  expect(state()).toMatchObject({ searchText: 'x', scope: {} })
  expect(state().activeList.length).toBeGreaterThan(0)
})

test('another screen of the same entity starts with its own records and an empty search', async () => {
  await enter()
  store.search('x')
  await ready()
  leave?.()
  store.setScope({ status: ['=', 'Open'] })
  expect(state()).toMatchObject({ activeList: [], searchText: '' })
  leave = store.enter()
  await ready()
  expect(listCalls().at(-1)?.query.filters).toEqual({ status: ['=', 'Open'] })
  store.clearFilters()
  await ready()
  expect(listCalls().at(-1)?.query.filters).toEqual({ status: ['=', 'Open'] })
})
