import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { type Backend, isList, startBackend, task } from '../testing/backend.ts'
import { until } from '../testing/until.ts'
import type { EntityStore } from './entity-store.ts'
import { threadOf } from './thread.ts'

let backend: Backend
let client: Client
let store: EntityStore
let leave: () => void
let seen: () => Promise<void>

beforeEach(async () => {
  backend = await startBackend(50)
  let arrived = 0
  client = createClient({ host: backend.host, onError: () => undefined, onEvent: () => arrived++ })
  client.live.connect()
  await until(client.live.status, ({ status }) => status === 'online')
  store = client.store('Task')
  store.setItemsPerPage(10)
  leave = store.enter()
  await until(store, ({ status, isLoading }) => status === 'ready' && !isLoading)
  // Waits for a round trip: by then the client has handled all earlier events.
  seen = async () => {
    await client.live.emit('list_leave', { entity: 'Flush' })
  }
})
afterEach(async () => {
  leave()
  client.reset()
  await backend.close()
})

const state = () => store.getSnapshot()
const ids = () => state().activeList.map((row) => row.id)
const listCalls = () => backend.calls.filter(isList)

function change(action: string, id: string, more: Record<string, unknown> = {}) {
  const event = {
    entity: 'Task',
    id,
    action,
    new_id: null,
    modified: '2026-03-01 00:00:00.000000',
    user: 'noa',
    ...more,
  }
  backend.io.emit('list_update', event)
  return event
}

function add(index: number) {
  const made = { ...task(index), id: `NEW-${index}`, modified: '2026-03-01 00:00:00.000000' }
  backend.tasks.unshift(made)
  change('created', made.id)
}

test('entering joins the rooms of list and definition, and leaving leaves them', async () => {
  leave()
  await seen()
  expect(backend.emitted.slice(0, 4)).toEqual([
    ['list_update', { entity: 'Task' }],
    ['doc_subscribe', { entity: 'Entity', id: 'Task' }],
    ['list_leave', { entity: 'Task' }],
    ['doc_unsubscribe', { entity: 'Entity', id: 'Task' }],
  ])
})

test('many events at once cost one refetch of the pages in view', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  for (let index = 0; index < 20; index++) add(index)
  await until(store, ({ listInfo }) => listInfo.totalCount === 70)
  expect(ids()[0]).toBe('NEW-19')
  await seen()
  const refetches = listCalls().slice(1)
  expect(refetches.length).toBeLessThanOrEqual(2)
  expect(refetches.every(({ query }) => query.limit_start === '0' && query.limit_page_length === '10')).toBe(true)
})

describe('away from the top', () => {
  beforeEach(() => store.setView({ first: 2, last: 6, isAtTop: false }))

  test('new records are announced and inserted on demand', async () => {
    add(1)
    await until(store, ({ newRecords }) => newRecords === 1)
    expect(ids()).not.toContain('NEW-1')
    expect(state().listInfo.totalCount).toBe(51)
    await store.showNew()
    expect(ids()[0]).toBe('NEW-1')
    expect(state()).toMatchObject({ newRecords: 0, listInfo: { resetScroll: true } })
  })

  test('new records are inserted when the reader is back at the top', async () => {
    add(1)
    await until(store, ({ newRecords }) => newRecords === 1)
    store.setView({ first: 0, last: 4, isAtTop: true })
    await until(store, ({ newRecords }) => newRecords === 0)
    expect(ids()[0]).toBe('NEW-1')
  })

  test('a changed record is refreshed at its place', async () => {
    Object.assign(backend.tasks[4] ?? {}, { subject: 'Changed', modified: '2026-03-01 00:00:00.000000' })
    backend.tasks.unshift(...backend.tasks.splice(4, 1))
    change('updated', 'TASK-0004')
    await until(store, ({ activeList }) => activeList[4]?.subject === 'Changed')
    expect(ids()[0]).toBe('TASK-0000')
  })

  test('a deleted record is removed', async () => {
    backend.tasks.splice(3, 1)
    change('deleted', 'TASK-0003')
    await until(store, ({ listInfo }) => listInfo.totalCount === 49)
    expect(ids()).not.toContain('TASK-0003')
  })
})

test('nothing moves while a row is selected', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  store.toggleSelected('TASK-0002')
  add(1)
  await until(store, ({ newRecords }) => newRecords === 1)
  expect(ids()[0]).toBe('TASK-0000')
})

test('a selected row that no longer matches stays, until it is deselected', async () => {
  store.setView({ first: 0, last: 9, isAtTop: true })
  store.toggleSelected('TASK-0002')
  backend.tasks.splice(2, 1)
  change('updated', 'TASK-0002')
  await until(store, ({ listInfo }) => listInfo.totalCount === 49)
  expect(ids()).toContain('TASK-0002')
  store.clearSelection()
  await until(store, ({ activeList }) => activeList.every(({ id }) => id !== 'TASK-0002'))
})

test('where all that match are selected, rows that no longer match leave the list and the selection', async () => {
  store.setView({ first: 0, last: 9, isAtTop: true })
  store.selectAll()
  store.selectMatching()
  for (const { id } of backend.tasks.splice(0, 49)) change('updated', id)
  await until(store, ({ activeList }) => activeList.length === 1)
  expect(state()).toMatchObject({ activeList: [{ id: 'TASK-0049' }], selected: [], isAllSelected: false })
})

test('a deleted record is deselected, even if another user deleted it', async () => {
  store.toggleSelected('TASK-0002')
  store.toggleSelected('TASK-0004')
  backend.tasks.splice(2, 1)
  change('deleted', 'TASK-0002')
  await until(store, ({ listInfo }) => listInfo.totalCount === 49)
  expect(state().selected).toEqual(['TASK-0004'])
})

test('a selected record that was deleted while the connection was lost is deselected', async () => {
  store.toggleSelected('TASK-0002')
  store.toggleSelected('TASK-0004')
  backend.tasks.splice(2, 1)
  backend.io.engine.close()
  await until(store, ({ selected }) => selected.length === 1)
  expect(state().selected).toEqual(['TASK-0004'])
})

test('nothing moves while a card is held', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  const release = store.hold()
  add(1)
  await until(store, ({ newRecords }) => newRecords === 1)
  expect(ids()[0]).toBe('TASK-0000')
  release()
  await until(store, ({ newRecords }) => newRecords === 0)
  expect(ids()[0]).toBe('NEW-1')
})

test('nothing moves while a card is held, even after changes during a lost connection', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  const release = store.hold()
  backend.tasks.unshift({ ...task(1), id: 'NEW-1' })
  backend.io.engine.close()
  await until(store, ({ newRecords }) => newRecords === 1)
  expect(ids()[0]).toBe('TASK-0000')
  release()
  await until(store, ({ newRecords }) => newRecords === 0)
  expect(ids()[0]).toBe('NEW-1')
})

test('nothing moves when a card is held while the list is being read again', async () => {
  store.setView({ first: 0, last: 4, isAtTop: true })
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>()
  const before = listCalls().length
  backend.respond = async (call) => {
    if (isList(call)) await late
    return undefined
  }
  add(1)
  await backend.waitFor(isList, before + 1)
  store.hold()
  letGo()
  await until(store, ({ newRecords }) => newRecords === 1)
  expect(ids()[0]).toBe('TASK-0000')
})

test('rows that moved up from below are not announced as new', async () => {
  store.toggleSelected('TASK-0002')
  backend.tasks.splice(4, 1)
  backend.io.engine.close()
  await until(store, ({ listInfo }) => listInfo.totalCount === 49)
  expect(state().newRecords).toBe(0)
  expect(ids()).not.toContain('TASK-0004')
})

test('a record written between the read and the join of the room appears, although the answer is late', async () => {
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>()
  const before = listCalls().length
  const old = { data: backend.tasks.slice(0, 10), field_info: [], title_field: 'subject', count: 50, limit_start: 0 }
  backend.respond = async (call) => {
    if (!isList(call) || listCalls().length > before + 1) return undefined
    await late
    return { body: old }
  }
  void store.reload()
  await backend.waitFor(isList, before + 1)
  backend.tasks.unshift({ ...task(1), id: 'NEW-1' })
  const joined = new Promise<void>((resolve) => {
    const stop = client.watchJoins(() => {
      stop()
      resolve()
    })
  })
  backend.io.engine.close()
  await joined
  letGo()
  await until(store, ({ activeList }) => activeList[0]?.id === 'NEW-1')
})

test('pages far from the view are read again when they become visible', async () => {
  await store.loadMore()
  await store.loadMore()
  store.setView({ first: 0, last: 4, isAtTop: true })
  for (const row of backend.tasks) row.subject = 'Changed'
  change('updated', 'TASK-0001')
  await until(store, ({ activeList }) => activeList[0]?.subject === 'Changed')
  expect(state().activeList[25]?.subject).toBe('Task 25')
  store.setView({ first: 22, last: 26, isAtTop: false })
  await until(store, ({ activeList }) => activeList[25]?.subject === 'Changed')
  expect(state().activeList[15]?.subject).toBe('Task 15')
})

test('the client recognises its own changes by their time and does not refetch', async () => {
  const { entity: saved } = await store.update('TASK-0001', { subject: 'Mine', modified: '2026-03-02 00:00:00.000000' })
  const before = listCalls().length
  change('updated', 'TASK-0001', { modified: saved.modified })
  // Another user's change right after it causes the first refetch.
  change('updated', 'TASK-0002')
  await backend.waitFor(isList, before + 1)
  expect(listCalls()).toHaveLength(before + 1)
})

test('a changed definition is read again, and the list with it', async () => {
  backend.meta = { ...backend.meta, schema_version: 2 }
  backend.io.emit('doc_update', { entity: 'Entity', id: 'Task', action: 'updated' })
  await until(store, ({ meta }) => meta?.schema_version === 2)
  await backend.waitFor(isList, 2)
})

test('a sort by a field that goes meanwhile is left out and told', async () => {
  void store.setOrderBy('status asc')
  await until(store, ({ orderBy, isLoading }) => orderBy === 'status asc' && !isLoading)
  const without = backend.meta.all_fields.filter(({ fieldname }) => fieldname !== 'status')
  backend.meta = { ...backend.meta, schema_version: 2, all_fields: without }
  const before = listCalls().length
  backend.io.emit('doc_update', { entity: 'Entity', id: 'Task', action: 'updated' })
  await backend.waitFor(isList, before + 1)
  await until(store, ({ lost, isLoading }) => lost.length > 0 && !isLoading)
  expect(state()).toMatchObject({ lost: ['status'], orderBy: '', error: null })
  expect(listCalls().at(-1)?.query).not.toHaveProperty('order_by')
})

test('a right that was taken away is told when the server says that something changed', async () => {
  backend.respond = (call) =>
    isList(call)
      ? { status: 403, body: { status: 403, message: 'You do not have permission to view Task.' } }
      : undefined
  backend.io.emit('list_update', { ...change('updated', 'none'), id: null })
  await until(store, ({ status }) => status === 'denied')
  expect(state().activeList).toEqual([])
})

test('a changed definition removes no visible row from a reader far down the list', async () => {
  await store.loadMore()
  await store.loadMore()
  store.setView({ first: 20, last: 25, isAtTop: false })
  const before = listCalls().length
  backend.meta = { ...backend.meta, schema_version: 2 }
  backend.io.emit('doc_update', { entity: 'Entity', id: 'Task', action: 'updated' })
  await backend.waitFor(isList, before + 1)
  await until(store, ({ isLoading }) => !isLoading)
  expect(ids().length).toBeGreaterThanOrEqual(26)
})

describe('the open record', () => {
  let close: () => void
  beforeEach(async () => {
    close = store.openRecord('TASK-0001')
    await until(store, ({ activeStatus }) => activeStatus === 'ready')
  })
  afterEach(() => close())

  const update = (more: Record<string, unknown> = {}) =>
    backend.io.emit('doc_update', {
      entity: 'Task',
      id: 'TASK-0001',
      action: 'updated',
      modified: 'later',
      user: 'noa',
      ...more,
    })

  test('is read again when another user changes it', async () => {
    Object.assign(backend.tasks[1] ?? {}, { subject: 'Changed', modified: 'later' })
    update()
    await until(store, ({ activeEntity }) => activeEntity?.subject === 'Changed')
  })

  test('keeps its draft while edited and names the person who changed it', async () => {
    store.setEditing(true)
    Object.assign(backend.tasks[1] ?? {}, { subject: 'Changed', modified: 'later' })
    update()
    await until(store, ({ notice }) => notice?.kind === 'changed' && notice.user === 'noa')
    expect(state().activeEntity?.subject).toBe('Task 1')
    await store.reloadRecord()
    expect(state()).toMatchObject({ notice: null, activeEntity: { subject: 'Changed' } })
  })

  test('reports its deletion', async () => {
    update({ action: 'deleted' })
    await until(store, ({ notice }) => notice?.kind === 'deleted')
  })

  test('is not reported as deleted when it was deleted here, whatever the server says of it', async () => {
    await store.remove('TASK-0001')
    change('deleted', 'TASK-0001')
    update({ action: 'deleted' })
    await store.reloadRecord()
    backend.io.emit('doc_viewers', { entity: 'Task', id: 'TASK-0001', users: [{ id: 'noa', full_name: 'Noa' }] })
    await until(store, ({ viewers }) => viewers.length === 1)
    expect(state().notice).toBeNull()
  })

  test('shows messages that arrived during a lost connection, because its screen hears of the return', async () => {
    const messages = [{ id: 'm1' }]
    backend.respond = ({ path }) =>
      path === '/api/app/get_communications'
        ? { body: { communications: messages, count: messages.length } }
        : undefined
    const thread = threadOf(client, 'Task')
    await thread.load()
    const stop = client.watchJoins(() => void thread.load())
    messages.unshift({ id: 'm2' })
    backend.io.engine.close()
    await until(thread, ({ messages: held }) => held.length === 2)
    stop()
  })

  test('reports changes during a lost connection, to a draft too', async () => {
    store.setEditing(true)
    Object.assign(backend.tasks[1] ?? {}, { modified: 'later', modified_by: 'noa' })
    backend.io.engine.close()
    await until(store, ({ notice }) => notice?.kind === 'changed' && notice.user === 'noa')
    store.setEditing(false)
    await until(store, ({ notice, activeEntity }) => notice === null && activeEntity?.modified === 'later')
    backend.tasks.splice(1, 1)
    backend.io.engine.close()
    await until(store, ({ notice }) => notice?.kind === 'deleted')
  })

  test('knows who else has it open', async () => {
    backend.io.emit('doc_viewers', { entity: 'Task', id: 'TASK-0001', users: [{ id: 'noa', full_name: 'Noa' }] })
    await until(store, ({ viewers }) => viewers.length === 1)
  })
})
