import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import type { ListAddress } from '../store/state.ts'
import { type Answer, type Backend, isList, startBackend } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import { changesOf, followView, isViewChanged, openAddressed, showView } from './index.ts'

let backend: Backend
let client: Client
let leave: (() => void) | undefined

const done = {
  ...{ id: 'v1', title: 'Done', ref_entity: 'Task', scope: 'Mine' as const, role: null, is_default: 1 as const },
  ...{ view_order: 1, missing: ['gone'], modified: '', filters: { status: 'Done' }, order_by: 'subject asc, gone' },
  columns: [{ fieldname: 'subject' }, { fieldname: 'gone' }],
}

beforeEach(async () => {
  backend = await startBackend(3)
  client = createClient({ host: backend.host, onError: () => undefined })
  answerViews({ body: { views: [done], can_share: 0 } })
})
afterEach(async () => {
  leave?.()
  client.reset()
  await backend.close()
})

function answerViews(answer: Answer): void {
  backend.respond = ({ path }) => (path === '/api/app/views' ? answer : undefined)
}

async function open(address: ListAddress) {
  const store = client.store('Task')
  store.preset(address)
  leave = store.enter()
  await until(store, ({ status, isLoading }) => status === 'ready' && !isLoading)
  return store
}

const listQueries = () => backend.calls.filter(isList).map(({ query }) => query)

test('a bare address opens the default view, and the list is read once', async () => {
  const store = await open({})
  expect(listQueries()).toMatchObject([{ filters: { status: 'Done' }, order_by: 'subject asc' }])
  expect(store.getSnapshot()).toMatchObject({ view: 'v1', lost: ['gone'], listFields: ['subject'] })
  expect(isViewChanged(store.getSnapshot())).toBe(false)
})

test.each<ListAddress>([{ view: '' }, { filters: { status: 'Open' } }, { search: 'call' }])(
  'the address %j opens no view',
  async (address) => {
    const store = await open(address)
    expect(store.getSnapshot().view).toBe(null)
    expect(listQueries()).toHaveLength(1)
  },
)

test('the parts of an address go before those of its view, also blank ones', async () => {
  const store = await open({ view: 'v1', over: { view: 'v1', search: 'call', filters: '', layout: 'Tiles' } })
  expect(store.getSnapshot()).toMatchObject({ searchText: 'call', filters: {}, layout: 'Tiles', view: 'v1' })
  expect(listQueries()).toHaveLength(1)
  expect(isViewChanged(store.getSnapshot())).toBe(true)
})

test('a list that is open shows what another address asks for: a view, the own list, and the last one of two', async () => {
  const store = await open({ view: '' })
  const ask = (address: ListAddress) => {
    store.ask(address)
    return openAddressed(client, 'Task', address)
  }
  await ask({ view: 'v1', over: { view: 'v1', search: 'call' } })
  expect(store.getSnapshot()).toMatchObject({
    ...{ asked: null, view: 'v1', searchText: 'call', filters: { status: 'Done' }, lost: ['gone'] },
  })
  await ask({ search: 'mail' })
  expect(store.getSnapshot()).toMatchObject({ asked: null, view: null, searchText: 'mail', filters: {} })
  // A view that is not found is told where the views are shown.
  await ask({ view: 'v9' })
  expect(store.getSnapshot()).toMatchObject({ asked: null, view: 'v9', viewShown: null, searchText: 'mail' })
  await Promise.all([ask({ view: 'v8' }), ask({ view: 'v1' })])
  expect(store.getSnapshot()).toMatchObject({ asked: null, view: 'v1' })
})

test('a list works without an answer about its views', async () => {
  answerViews({ status: 500, body: { message: 'It broke' } })
  const store = await open({ view: 'v1', search: 'call', over: { view: 'v1', search: 'call' } })
  expect(store.getSnapshot()).toMatchObject({ view: 'v1', viewShown: null, searchText: 'call' })
})

test('a change over a view is not saved as the person’s own list, and the view keeps what is gone', async () => {
  const store = await open({})
  await store.setListFields(['status'])
  expect(backend.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(changesOf(store.getSnapshot(), done)).toEqual({ columns: [{ fieldname: 'status' }, { fieldname: 'gone' }] })
  await store.forgetLost()
  expect(changesOf(store.getSnapshot(), done)).toMatchObject({
    columns: [{ fieldname: 'status' }],
    order_by: 'subject asc',
  })
  showView(client, 'Task', null)
  expect(store.getSnapshot()).toMatchObject({ view: null, filters: {}, orderBy: '', listFields: [] })
})

test('a view that another person saved is shown, but never over own changes', async () => {
  const store = await open({})
  expect(followView(client, 'Task', done)).toBe(false)
  expect(followView(client, 'Task', { ...done, filters: { status: 'Open' } })).toBe(true)
  expect(store.getSnapshot().filters).toEqual({ status: 'Open' })
  store.setFilter('subject', 'mine')
  expect(followView(client, 'Task', { ...done, filters: {} })).toBe(true)
  expect(store.getSnapshot().filters).toEqual({ status: 'Open', subject: 'mine' })
  expect(isViewChanged(store.getSnapshot())).toBe(true)
})
