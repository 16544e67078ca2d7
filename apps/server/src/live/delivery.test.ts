import type { DocUpdate, DocViewers, ListUpdate } from '@tavla/contract'
import type { Socket } from 'socket.io-client'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  createRecord,
  deleteRecord,
  endRecalculation,
  getRecord,
  type Model,
  newRowId,
  plannedRecalculations,
  type StoredRow,
  updateRecord,
} from '../entity/index.ts'
import { ask, heardBy, liveTests } from './testing.ts'

const { site, engine, admin, connect } = liveTests()
const readers = ['admin', 'manager', 'staff', 'keeper', 'visitor'] as const
type Reader = (typeof readers)[number]
const cookies = {} as Record<Reader, string>
const idOf = (reader: Reader) => (reader === 'admin' ? 'Administrator' : `${reader}@example.com`)
let contact: string

beforeAll(async () => {
  for (const role_name of ['Keeper', 'Visitor']) await createRecord(engine(), admin(), 'Role', { role_name })
  const manager = { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }
  const permissions = [manager, { role: 'Keeper', read: 1, write: 1, create: 1, if_owner: 1 }]
  const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
  await createRecord(engine(), admin(), 'Entity', { id: 'Kept', module: 'Test', fields, permissions })
  const roles = { manager: 'System Manager', staff: 'Staff', keeper: 'Keeper', visitor: 'Visitor' }
  for (const reader of readers) {
    const held = reader === 'admin' ? [] : [roles[reader]]
    cookies[reader] = await site.signIn(idOf(reader), held)
  }
  contact = (await createRecord(engine(), admin(), 'Contact', { contact_name: 'Noa' })).id
  await createRecord(engine(), admin(), 'Email Account', { email_account_name: 'Payroll', email_id: 'p@example.com' })
})

async function reads(reader: Reader, entity: string, id: string): Promise<boolean> {
  const path = `/api/entity/${encodeURIComponent(entity)}/${encodeURIComponent(id)}`
  return (await fetch(site.url + path, { headers: { cookie: cookies[reader] } })).status === 200
}

async function listens(reader: Reader, entity: string): Promise<boolean> {
  const path = `/api/entity/${encodeURIComponent(entity)}?limit_page_length=1`
  return (await fetch(site.url + path, { headers: { cookie: cookies[reader] } })).status === 200
}

/** Inserts a row directly into the table, whatever rules would normally apply. */
async function place(model: Model, values: StoredRow): Promise<string> {
  const now = engine().clock.nowUtc()
  const row = { id: newRowId(), owner: 'Administrator', creation: now, modified: now, modified_by: 'Administrator' }
  const stored = { ...Object.fromEntries(model.stored.map(({ name }) => [name, null])), ...row, ...values }
  await engine().store.write((tx) => engine().rows(model).insert(tx, stored))
  return String(stored.id)
}

const emit = (entity: string, id: string, owner: string | null) =>
  engine().emit({
    ...{ entity, id, action: 'updated', newId: null, modified: engine().clock.nowUtc() },
    ...{ user: 'Administrator', owner, changed: [], ctx: admin() },
  })

/** Rows of the relevant kinds for the entity: of several owners, next to visible and invisible records. */
async function rowsOf(model: Model): Promise<{ id: string; owner: string | null }[]> {
  if (model.kind === 'Settings') return [{ id: model.id, owner: null }]
  if (model.id === 'Entity') return ['Contact', 'User'].map((id) => ({ id, owner: 'Administrator' }))
  if (model.id === 'User') {
    await place(model, { id: 'gone@example.com', email: 'gone@example.com', enabled: 0, owner: 'gone@example.com' })
    return [...readers.map(idOf), 'gone@example.com'].map((id) => ({ id, owner: id }))
  }
  const naming = model.links.find((field) => field.type.links === 'field')
  const kind = naming?.rule.options
  const places: StoredRow[] =
    naming && kind
      ? [
          { [kind]: 'Contact', [naming.name]: contact },
          { [kind]: 'Email Account', [naming.name]: 'Payroll' },
          { [kind]: 'Contact', [naming.name]: 'nothing' },
          { is_private: 1 },
        ]
      : [{}]
  const rows: { id: string; owner: string }[] = []
  for (const owner of ['Administrator', idOf('keeper'), idOf('staff')]) {
    for (const values of places) {
      const user = model.byName.has('user') ? { user: owner } : {}
      rows.push({ id: await place(model, { ...values, ...user, owner }), owner })
    }
  }
  return rows
}

describe('for every entity, a user receives events only of records that they can read at that moment', () => {
  test('by list, by record and by presence', async () => {
    for (const model of engine().models.all()) {
      if (model.kind === 'Table') continue
      const rows = await rowsOf(model)
      for (const reader of readers) {
        const isListener = await listens(reader, model.id)
        const at = `${reader} of ${model.id}`
        for (const { id, owner } of rows) {
          const isReader = await reads(reader, model.id, id)
          const socket = await connect(cookies[reader])
          const maker = await connect(cookies[isReader ? reader : 'admin'])
          expect([at, (await ask(socket, 'list_update', model.id)).ok]).toEqual([at, isListener])
          const isWatching = (await ask(socket, 'doc_open', model.id, id)).ok
          expect([at, id, isWatching]).toEqual([at, id, isReader])
          const { listed, told, seen } = await eventsDuring(socket, async () => {
            emit(model.id, id, owner)
            await ask(maker, 'doc_open', model.id, id)
            await ask(maker, 'doc_close', model.id, id)
          })
          expect([at, id, told.map((event) => event.id)]).toEqual([at, id, isReader ? [id] : []])
          expect([at, id, seen.length > 0]).toEqual([at, id, isReader])
          const named = listed.filter((event) => event.id !== null)
          expect([at, id, named.every(() => isReader)]).toEqual([at, id, true])
          if (isReader) expect([at, id, listed.length]).toEqual([at, id, 1])
          if (!isListener) expect([at, id, listed]).toEqual([at, id, []])
          for (const event of listed.filter((one) => one.id === null)) {
            expect(event).toEqual({ ...unnamed, entity: model.id })
          }
          socket.disconnect()
          maker.disconnect()
        }
      }
    }
  })
})

const unnamed = { id: null, action: 'updated', new_id: null, modified: null, user: null }

interface ReceivedEvents {
  listed: ListUpdate[]
  told: DocUpdate[]
  seen: DocViewers[]
}

async function eventsDuring(socket: Socket, during: () => Promise<unknown>): Promise<ReceivedEvents> {
  const seen: DocViewers[] = []
  const see = (viewers: DocViewers) => seen.push(viewers)
  const told: DocUpdate[] = []
  const tell = (event: DocUpdate) => told.push(event)
  socket.on('doc_viewers', see).on('doc_update', tell)
  const listed = (await heardBy(socket, 'list_update', during)) as ListUpdate[]
  socket.off('doc_viewers', see).off('doc_update', tell)
  return { listed, told, seen }
}

describe('an open record that becomes invisible', () => {
  const nobody = { listed: [], told: [], seen: [] }
  const onContact = () => ({ reference_entity: 'Contact', reference_id: contact })
  const onSecret = { reference_entity: 'Email Account', reference_id: 'Payroll' }
  const message = { subject: 'Hi', communication_medium: 'Email', sent_or_received: 'Received' }
  const file = { file_name: 'a.txt', file_url: '/files/a.txt', is_private: 1 }

  async function watching(entity: string, id: string): Promise<Socket> {
    const socket = await connect(cookies.staff)
    expect(await ask(socket, 'doc_open', entity, id)).toEqual({ ok: true })
    await ask(socket, 'list_update', entity)
    return socket
  }
  async function touch(entity: string, id: string): Promise<void> {
    const other = await connect(cookies.admin)
    await ask(other, 'doc_open', entity, id)
    emit(entity, id, 'Administrator')
  }

  test('sends no more events: a message that is moved', async () => {
    const { id } = await createRecord(engine(), admin(), 'Communication', { ...message, ...onContact() })
    const socket = await watching('Communication', id)
    const heard = await eventsDuring(socket, async () => {
      await updateRecord(engine(), admin(), 'Communication', id, onSecret)
      await touch('Communication', id)
      await deleteRecord(engine(), admin(), 'Communication', id)
    })
    expect(heard).toEqual({ ...nobody, listed: heard.listed })
    expect(heard.listed.map((event) => event.id)).toEqual(heard.listed.map(() => null))
  })

  test('sends no more events: a file of a moved message, though the file itself did not change', async () => {
    const { id } = await createRecord(engine(), admin(), 'Communication', { ...message, ...onContact() })
    const place = { attached_to_entity: 'Communication', attached_to_id: id }
    const { id: attached } = await createRecord(engine(), admin(), 'File', { ...file, ...place })
    const socket = await watching('File', attached)
    expect((await eventsDuring(socket, async () => emit('File', attached, 'Administrator'))).told).toHaveLength(1)
    const heard = await eventsDuring(socket, async () => {
      await updateRecord(engine(), admin(), 'Communication', id, onSecret)
      await touch('File', attached)
      await deleteRecord(engine(), admin(), 'File', attached)
    })
    expect(heard).toEqual({ ...nobody, listed: heard.listed })
  })

  test('sends no more events: a record of a user who is disabled', async () => {
    const id = 'leaver@example.com'
    await site.signIn(id, ['Staff'])
    const socket = await watching('User', id)
    const heard = await eventsDuring(socket, async () => {
      await updateRecord(engine(), admin(), 'User', id, { enabled: 0 })
      await touch('User', id)
    })
    expect(heard).toEqual({ ...nobody, listed: heard.listed })
  })

  test('sends events again once it is visible and subscribed again', async () => {
    const { id } = await createRecord(engine(), admin(), 'Communication', { ...message, ...onContact() })
    const socket = await watching('Communication', id)
    await updateRecord(engine(), admin(), 'Communication', id, onSecret)
    expect(await ask(socket, 'doc_open', 'Communication', id)).toMatchObject({ ok: false, status: 403 })
    await updateRecord(engine(), admin(), 'Communication', id, onContact())
    expect(await ask(socket, 'doc_open', 'Communication', id)).toEqual({ ok: true })
    expect((await eventsDuring(socket, async () => emit('Communication', id, null))).told).toHaveLength(1)
  })

  test('is reported as deleted if it was visible when it was deleted', async () => {
    const { id } = await createRecord(engine(), admin(), 'Communication', { ...message, ...onContact() })
    const socket = await watching('Communication', id)
    const heard = await eventsDuring(socket, () => deleteRecord(engine(), admin(), 'Communication', id))
    expect(heard.told).toMatchObject([{ id, action: 'deleted' }])
  })
})

test('a recalculation is told to the readers of a record of its entity, when it begins and when it ends', async () => {
  const fields = [{ fieldname: 'n', fieldtype: 'Int' }]
  await createRecord(engine(), admin(), 'Entity', { id: 'Reckoned', module: 'Test', fields })
  const { id } = await createRecord(engine(), admin(), 'Reckoned', { n: 1 })
  const socket = await connect(cookies.staff)
  await ask(socket, 'doc_subscribe', { entity: 'Reckoned', id })
  await ask(socket, 'doc_subscribe', { entity: 'Contact', id: contact })
  const formula = { fieldname: 'twice', fieldtype: 'Int', formula: 'n * 2' }
  const { fields: known } = await getRecord(engine(), admin(), 'Entity', 'Reckoned')
  const all = { fields: [...(known as object[]), formula] }
  const told = { entity: 'Reckoned', id, action: 'derived', changed: [] }
  const begun = await heardBy(socket, 'doc_update', () => updateRecord(engine(), admin(), 'Entity', 'Reckoned', all))
  expect(begun).toMatchObject([told])
  const [plan] = await plannedRecalculations(engine())
  if (!plan) throw new Error('Nothing is planned')
  const end = () => engine().store.write((tx) => endRecalculation(engine(), tx, plan))
  expect(await heardBy(socket, 'doc_update', end)).toMatchObject([told])
})

test('the number of queries per change does not grow with the listeners', async () => {
  const { id } = await createRecord(engine(), admin(), 'Task', { subject: 'Call' })
  const asked = [vi.spyOn(engine().store, 'get'), vi.spyOn(engine().store, 'all')]
  async function askedBy(listeners: number): Promise<number> {
    const sockets = await Promise.all(Array.from({ length: listeners }, () => connect(cookies.staff)))
    for (const socket of sockets) {
      await ask(socket, 'list_update', 'Task')
      await ask(socket, 'doc_subscribe', 'Task', id)
    }
    for (const spy of asked) spy.mockClear()
    const told = sockets.map((socket) => new Promise((resolve) => socket.once('doc_update', resolve)))
    await updateRecord(engine(), admin(), 'Task', id, { description: `${listeners}` })
    await Promise.all(told)
    return asked.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  }
  await askedBy(1)
  expect(await askedBy(30)).toBeLessThan(15)
  for (const spy of asked) spy.mockRestore()
})
