import type { DocUpdate, DocViewers, ListUpdate } from '@tavla/contract'
import { describe, expect, test } from 'vitest'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  listRecords,
  renameEntity,
  renameRecord,
  runAction,
  updateRecord,
} from '../entity/index.ts'
import { ask, heardBy, liveTests, next } from './testing.ts'

const { site, engine, admin, newPerson, connect, connectAs, newTask } = liveTests()
const manager = { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }

describe('lists and records', () => {
  test('payloads are objects or positional, and every event is acknowledged', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    expect(await ask(socket, 'list_update', { entity: 'Task' })).toEqual({ ok: true })
    expect(await ask(socket, 'list_update', 'Task')).toEqual({ ok: true })
    expect(await ask(socket, 'doc_subscribe', { entity: 'Task', id })).toEqual({ ok: true })
    expect(await ask(socket, 'doc_subscribe', 'Task', id)).toEqual({ ok: true })
    expect(await ask(socket, 'doc_unsubscribe', 'Task', id)).toEqual({ ok: true })
    expect(await ask(socket, 'list_leave', 'Task')).toEqual({ ok: true })
  })

  test('a listener of the list is told of every change, with names of fields only', async () => {
    const socket = await connectAs()
    await ask(socket, 'list_update', 'Task')
    const created = next<ListUpdate>(socket, 'list_update')
    const task = await newTask()
    expect(await created).toEqual({
      entity: 'Task',
      id: task.id,
      action: 'created',
      new_id: null,
      modified: task.modified,
      user: 'Administrator',
    })
    const deleted = next<ListUpdate>(socket, 'list_update')
    await deleteRecord(engine(), admin(), 'Task', task.id)
    expect(await deleted).toMatchObject({ id: task.id, action: 'deleted' })
  })

  test('a listener that read before it joined is told once whether there were writes in between', async () => {
    const socket = await connectAs()
    const since = engine().generations.mark('Task')
    const calm = await heardBy(socket, 'list_update', async () => {
      expect(await ask(socket, 'list_update', { entity: 'Task', since })).toEqual({ ok: true })
      await ask(socket, 'list_leave', 'Task')
    })
    expect(calm).toEqual([])
    await newTask()
    const missed = next<ListUpdate>(socket, 'list_update')
    expect(await ask(socket, 'list_update', { entity: 'Task', since })).toEqual({ ok: true })
    expect(await missed).toEqual({
      ...{ entity: 'Task', id: null, action: 'updated', new_id: null, modified: null, user: null },
    })
    const stranger = await connectAs(newPerson(), [])
    const told = await heardBy(stranger, 'list_update', async () => {
      const refused = await ask(stranger, 'list_update', { entity: 'Email Account', since })
      expect(refused).toMatchObject({ ok: false, status: 403 })
    })
    expect(told).toEqual([])
    expect(await ask(socket, 'list_update', { entity: 'Task', since: 7 })).toMatchObject({ ok: false, status: 400 })
  })

  test('a listener of the record is told which fields changed, never their values', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    await ask(socket, 'doc_subscribe', 'Task', id)
    const told = next<DocUpdate>(socket, 'doc_update')
    const { modified } = await updateRecord(engine(), admin(), 'Task', id, { subject: 'secret words' })
    const event = await told
    const entity = 'Task'
    expect(event).toEqual({
      entity,
      id,
      action: 'updated',
      new_id: null,
      modified,
      user: 'Administrator',
      changed: ['subject'],
    })
    expect(JSON.stringify(event)).not.toContain('secret words')
  })

  test('a bulk update sends one event per record, in order', async () => {
    const socket = await connectAs()
    const ids = [(await newTask()).id, (await newTask()).id, (await newTask()).id]
    await ask(socket, 'list_update', 'Task')
    const heard = await heardBy(socket, 'list_update', () =>
      bulkUpdate(engine(), admin(), 'Task', { entities: ids.map((id) => ({ id, status: 'Done' })) }),
    )
    expect(heard).toMatchObject(ids.map((id) => ({ id, action: 'updated' })))
  })

  test('after leaving, no events arrive', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    await ask(socket, 'list_update', 'Task')
    await ask(socket, 'doc_subscribe', 'Task', id)
    await ask(socket, 'list_leave', 'Task')
    await ask(socket, 'doc_unsubscribe', 'Task', id)
    const change = () => updateRecord(engine(), admin(), 'Task', id, { status: 'Done' })
    expect(await heardBy(socket, 'list_update', change)).toEqual([])
    expect(await heardBy(socket, 'doc_update', () => newTask())).toEqual([])
  })

  test('a renamed record sends its new id to its old room, which is then empty', async () => {
    const socket = await connectAs()
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    const body = { id: 'Renamable', module: 'Work', allow_rename: 1, naming_rule: 'Prompt', fields }
    await createRecord(engine(), admin(), 'Entity', body)
    await createRecord(engine(), admin(), 'Renamable', { id: 'old', title: 'x' })
    expect(await ask(socket, 'doc_subscribe', 'Renamable', 'old')).toEqual({ ok: true })
    const told = next<DocUpdate>(socket, 'doc_update')
    await renameRecord(engine(), admin(), 'Renamable', 'old', 'new')
    expect(await told).toMatchObject({ id: 'old', action: 'renamed', new_id: 'new' })
    await createRecord(engine(), admin(), 'Renamable', { id: 'old', title: 'another' })
    const change = () => updateRecord(engine(), admin(), 'Renamable', 'old', { title: 'changed' })
    expect(await heardBy(socket, 'doc_update', change)).toEqual([])
  })

  test('listeners of a renamed entity type learn its new name', async () => {
    const socket = await connectAs()
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    await createRecord(engine(), admin(), 'Entity', { id: 'Before', module: 'Work', fields })
    const { id } = await createRecord(engine(), admin(), 'Before', { title: 'x' })
    await ask(socket, 'list_update', 'Before')
    await ask(socket, 'doc_subscribe', 'Before', id)
    const told = Promise.all([next(socket, 'list_update'), next(socket, 'doc_update')])
    await renameEntity(engine(), admin(), 'Before', 'After')
    expect(await told).toMatchObject([
      { entity: 'Before', action: 'renamed', new_id: 'After' },
      { entity: 'Before', id, action: 'renamed', new_id: 'After' },
    ])
    expect(await ask(socket, 'list_update', 'Before')).toMatchObject({ ok: false, status: 404 })
    expect(await ask(socket, 'list_update', 'After')).toEqual({ ok: true })
  })

  test('listeners of a deleted entity type learn that, and hear of it again when they join after its return', async () => {
    const socket = await connectAs('Administrator')
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    await createRecord(engine(), admin(), 'Entity', { id: 'Brief', module: 'Work', fields })
    const { id } = await createRecord(engine(), admin(), 'Brief', { title: 'x' })
    const join = async () => {
      expect(await ask(socket, 'list_update', 'Brief')).toEqual({ ok: true })
      expect(await ask(socket, 'doc_subscribe', 'Brief', id)).toEqual({ ok: true })
    }
    await join()
    const told = Promise.all([next(socket, 'list_update'), next(socket, 'doc_update')])
    await deleteRecord(engine(), admin(), 'Entity', 'Brief', { sent: { confirm_data_loss: 1 } })
    expect(await told).toMatchObject([
      { entity: 'Brief', action: 'deleted', new_id: null },
      { entity: 'Brief', id, action: 'deleted', new_id: null },
    ])
    expect(await ask(socket, 'list_update', 'Brief')).toMatchObject({ ok: false, status: 404 })
    await ask(socket, 'list_update', 'Entity')
    const returned = next(socket, 'list_update')
    const filters = { ref_entity: 'Entity', ref_id: 'Brief' }
    const [item] = (await listRecords(engine(), admin(), 'Trash Item', { filters })).data
    await runAction(engine(), admin(), 'Trash Item', String(item?.id), 'restore', {})
    expect(await returned).toMatchObject({ entity: 'Entity', id: 'Brief', action: 'created' })
    await join()
    const changed = Promise.all([next(socket, 'list_update'), next(socket, 'doc_update')])
    await updateRecord(engine(), admin(), 'Brief', id, { title: 'y' })
    expect(await changed).toMatchObject([
      { entity: 'Brief', id, action: 'updated' },
      { entity: 'Brief', id, action: 'updated', changed: ['title'] },
    ])
  })

  test('a change of a definition is sent to listeners of definitions', async () => {
    const socket = await connectAs('Administrator')
    await createRecord(engine(), admin(), 'Entity', {
      id: 'Watched',
      module: 'Work',
      fields: [{ fieldname: 'a', fieldtype: 'Data' }],
    })
    await ask(socket, 'list_update', 'Entity')
    await ask(socket, 'doc_subscribe', 'Entity', 'Watched')
    const told = Promise.all([next(socket, 'list_update'), next(socket, 'doc_update')])
    await updateRecord(engine(), admin(), 'Entity', 'Watched', { description: 'watched' })
    expect(await told).toMatchObject([{ id: 'Watched' }, { id: 'Watched', action: 'updated' }])
  })
})

describe('permission', () => {
  test('unknown, forbidden and table entities are refused, each with its own message and in the user’s language', async () => {
    const socket = await connectAs()
    expect(await ask(socket, 'list_update', 'Nonsense')).toMatchObject({ ok: false, status: 404 })
    expect(await ask(socket, 'list_update', 'Email Account')).toMatchObject({ ok: false, status: 403 })
    expect(await ask(socket, 'list_update', 'Task Item')).toMatchObject({ ok: false, status: 417 })
    expect(await ask(socket, 'doc_subscribe', 'Task', 'TASK-9999')).toMatchObject({ ok: false, status: 404 })
    expect(await ask(socket, 'doc_open', 'Email Account', 'no such')).toMatchObject({ ok: false, status: 403 })
    const user = newPerson()
    const cookie = await site.signIn(user)
    await updateRecord(engine(), admin(), 'User', user, { language: 'he' })
    const answer = await ask(await connect(cookie), 'list_update', 'Email Account')
    expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/[א-ת]/) })
  })

  test('a user who may see only own records is told only of own records', async () => {
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    const permissions = [manager, { role: 'All', if_owner: 1, read: 1, write: 1, create: 1 }]
    await createRecord(engine(), admin(), 'Entity', { id: 'Diary', module: 'Work', fields, permissions })
    const [mine, theirs] = [newPerson(), newPerson()]
    const socket = await connectAs(mine)
    expect(await ask(socket, 'list_update', 'Diary')).toEqual({ ok: true })
    const ownerOf = (owner: string) => ({ title: 'x', owner })
    await site.signIn(theirs)
    const heard = await heardBy(socket, 'list_update', async () => {
      await createRecord(engine(), admin(), 'Diary', ownerOf(theirs))
      await createRecord(engine(), admin(), 'Diary', ownerOf(mine))
    })
    expect(heard).toHaveLength(1)
    const foreign = await createRecord(engine(), admin(), 'Diary', ownerOf(theirs))
    expect(await ask(socket, 'doc_subscribe', 'Diary', foreign.id)).toMatchObject({ ok: false, status: 403 })
  })

  test('a user who loses a role is told once to read the list again, and gets no more events from that moment on', async () => {
    const user = newPerson()
    const socket = await connectAs(user)
    const { id } = await newTask()
    await ask(socket, 'list_update', 'Task')
    await ask(socket, 'doc_open', 'Task', id)
    const lose = () => updateRecord(engine(), admin(), 'User', user, { roles: [], role_profiles: [] })
    expect(await heardBy(socket, 'list_update', lose)).toMatchObject([{ entity: 'Task', id: null, user: null }])
    const change = () => updateRecord(engine(), admin(), 'Task', id, { status: 'Done' })
    expect(await heardBy(socket, 'list_update', change)).toEqual([])
    expect(await heardBy(socket, 'doc_update', () => newTask())).toEqual([])
    expect(await ask(socket, 'list_update', 'Task')).toMatchObject({ ok: false, status: 403 })
  })

  test('a removed permission rule empties its rooms, and a rule limited to own records narrows them', async () => {
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    const rule = (more: object) => [manager, { role: 'Staff', read: 1, write: 1, create: 1, ...more }]
    await createRecord(engine(), admin(), 'Entity', { id: 'Ruled', module: 'Work', fields, permissions: rule({}) })
    const user = newPerson()
    const socket = await connectAs(user)
    await ask(socket, 'list_update', 'Ruled')
    const make = (owner?: string) =>
      createRecord(engine(), admin(), 'Ruled', { title: 'x', ...(owner ? { owner } : {}) })
    expect(await heardBy(socket, 'list_update', () => make())).toHaveLength(1)
    await updateRecord(engine(), admin(), 'Entity', 'Ruled', { permissions: rule({ if_owner: 1 }) })
    expect(await heardBy(socket, 'list_update', () => make())).toHaveLength(0)
    expect(await heardBy(socket, 'list_update', () => make(user))).toHaveLength(1)
    const remove = () => updateRecord(engine(), admin(), 'Entity', 'Ruled', { permissions: [manager] })
    expect(await heardBy(socket, 'list_update', remove)).toMatchObject([{ entity: 'Ruled', id: null }])
    expect(await heardBy(socket, 'list_update', () => make(user))).toHaveLength(0)
  })
})

describe('presence', () => {
  test('every viewer of a record learns which users have it open, each user once', async () => {
    const { id } = await newTask()
    const [dana, noa] = [newPerson(), newPerson()]
    const first = await connectAs(dana)
    const alone = next<DocViewers>(first, 'doc_viewers')
    await ask(first, 'doc_open', 'Task', id)
    const me = { id: dana, full_name: dana.split('@')[0], user_image: null }
    expect(await alone).toEqual({ entity: 'Task', id, users: [me] })
    const together = next<DocViewers>(first, 'doc_viewers')
    const second = await connectAs(noa)
    await ask(second, 'doc_open', 'Task', id)
    expect((await together).users.map((user) => user.id)).toEqual([dana, noa])
    const thrice = next<DocViewers>(first, 'doc_viewers')
    const tab = await connectAs(noa)
    await ask(tab, 'doc_open', { entity: 'Task', id })
    expect((await thrice).users.map((user) => user.id)).toEqual([dana, noa])
    const closed = next<DocViewers>(first, 'doc_viewers')
    await ask(second, 'doc_close', 'Task', id)
    expect((await closed).users.map((user) => user.id)).toEqual([dana, noa])
    const left = next<DocViewers>(first, 'doc_viewers')
    tab.disconnect()
    expect((await left).users.map((user) => user.id)).toEqual([dana])
  })

  test('a user who writes an answer is marked until it is sent or they are gone', async () => {
    const { id } = await newTask()
    const [dana, noa] = [newPerson(), newPerson()]
    const [first, second] = [await connectAs(dana), await connectAs(noa)]
    for (const socket of [first, second]) await ask(socket, 'doc_open', 'Task', id)
    const answering = async (act: () => Promise<unknown>) => {
      const told = next<DocViewers>(first, 'doc_viewers')
      await act()
      return (await told).users.filter((user) => user.is_answering).map((user) => user.id)
    }
    expect(await answering(() => ask(second, 'answer_begin', 'Task', id))).toEqual([noa])
    expect(await answering(() => ask(second, 'answer_end', 'Task', id))).toEqual([])
    await answering(() => ask(second, 'answer_begin', 'Task', id))
    expect(await answering(async () => second.disconnect())).toEqual([])
    expect((await first.emitWithAck('answer_begin', { entity: 'Task', id: 'nothing' })).ok).toBe(false)
  })

  test('closing a record keeps its subscription', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    await ask(socket, 'doc_open', 'Task', id)
    await ask(socket, 'doc_close', 'Task', id)
    const change = () => updateRecord(engine(), admin(), 'Task', id, { status: 'Done' })
    expect(await heardBy(socket, 'doc_update', change)).toHaveLength(1)
  })
})
