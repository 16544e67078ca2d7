import type { DocUpdate, DocViewers, ListUpdate, SocketAck } from '@tavla/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  renameEntity,
  renameRecord,
  systemContext,
  updateRecord,
} from '../entity/index.ts'
import { type ListeningSite, startListeningSite } from '../testing-network.ts'

let site: ListeningSite
let admin: ReturnType<typeof systemContext>
const open: Socket[] = []

beforeAll(async () => {
  site = await startListeningSite({ allowedOrigins: ['https://hq.example.com'] })
  admin = systemContext(site.site.engine)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(() => site.remove())

const engine = () => site.site.engine
const manager = { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }
let people = 0
const newPerson = () => `person${++people}@example.com`

function dial(cookie: string | undefined, more: object = {}): Socket {
  const extraHeaders = cookie === undefined ? {} : { cookie }
  const socket = io(site.url, { extraHeaders, forceNew: true, reconnection: false, transports: ['websocket'], ...more })
  open.push(socket)
  return socket
}

async function connect(cookie: string, more: object = {}): Promise<Socket> {
  const socket = dial(cookie, more)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return socket
}

const connectAs = async (user = newPerson(), roles?: string[]) => connect(await site.signIn(user, roles))
const ask = (socket: Socket, ...args: [string, ...unknown[]]): Promise<SocketAck> =>
  socket.timeout(5000).emitWithAck(...args)
const next = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve))
const refused = (socket: Socket) => new Promise<Error>((resolve) => socket.once('connect_error', resolve))
const gone = (socket: Socket) => new Promise<string>((resolve) => socket.once('disconnect', resolve))
const newTask = (body: object = {}) => createRecord(engine(), admin, 'Task', { subject: 'Call', ...body })

/** Whatever the socket heard by the time an answer of a later request comes: the order of one connection is kept. */
async function heardBy(socket: Socket, event: string, during: () => Promise<unknown>): Promise<unknown[]> {
  const heard: unknown[] = []
  const note = (payload: unknown) => heard.push(payload)
  socket.on(event, note)
  await during()
  await ask(socket, 'list_leave', 'Nothing')
  socket.off(event, note)
  return heard
}

describe('signing in', () => {
  test('without a session the connection is refused', async () => {
    expect((await refused(dial(undefined))).message).toBe('Not signed in')
    expect((await refused(dial('sid=nonsense'))).message).toBe('Not signed in')
    expect((await refused(dial(undefined, { transports: ['polling'] }))).message).toBe('Not signed in')
  })

  test('both transports connect, from the own origin, an allowed one, and none', async () => {
    const cookie = await site.signIn(newPerson())
    for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
      for (const origin of [undefined, site.url, 'https://hq.example.com']) {
        const extraHeaders = { cookie, ...(origin ? { origin } : {}) }
        expect((await connect(cookie, { transports, extraHeaders })).connected).toBe(true)
      }
    }
  })

  test('a page of another origin does not get as far as the session', async () => {
    const cookie = await site.signIn(newPerson())
    for (const transports of [['websocket'], ['polling']]) {
      const extraHeaders = { cookie, origin: 'https://evil.example.com' }
      expect((await refused(dial(cookie, { transports, extraHeaders }))).message).not.toBe('Not signed in')
    }
    const headers = { cookie, origin: 'https://evil.example.com' }
    const answer = await fetch(`${site.url}/socket.io/?EIO=4&transport=polling`, { headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    headers.origin = 'https://hq.example.com'
    const allowed = await fetch(`${site.url}/socket.io/?EIO=4&transport=polling`, { headers })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://hq.example.com')
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
  })

  test('a session that ends takes its sockets with it, and nobody else', async () => {
    const user = newPerson()
    const [one, two] = [await site.signIn(user), await site.signIn(user)]
    const [first, second, other] = [await connect(one), await connect(two), await connectAs()]
    const session = await site.site.sessions.findByCookie(one)
    const left = gone(first)
    await site.site.sessions.end(session?.id as string)
    expect(await left).toBe('io server disconnect')
    expect(await ask(second, 'list_update', 'Task')).toEqual({ ok: true })
    expect(await ask(other, 'list_update', 'Task')).toEqual({ ok: true })
  })

  test('a site that closes lets go of its sockets at once, in a way that lets them come back', async () => {
    const own = await startListeningSite()
    const socket = io(own.url, { extraHeaders: { cookie: await own.signIn(newPerson()) }, reconnection: false })
    open.push(socket)
    await next(socket, 'connect')
    // Until it has moved from polling to its socket, a client sees an aborted request instead of a closed connection.
    const { engine } = socket.io
    if (engine.transport.name !== 'websocket') await new Promise((resolve) => engine.once('upgrade', resolve))
    const left = gone(socket)
    await own.remove()
    expect(await left).toBe('transport close')
  })

  test('disabling a user disconnects them', async () => {
    const user = newPerson()
    const socket = await connectAs(user)
    const left = gone(socket)
    await updateRecord(engine(), admin, 'User', user, { enabled: 0 })
    expect(await left).toBe('io server disconnect')
  })
})

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

  test('who listens to the list hears of every change, by names only', async () => {
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
    await deleteRecord(engine(), admin, 'Task', task.id)
    expect(await deleted).toMatchObject({ id: task.id, action: 'deleted' })
  })

  test('who listens to the record hears which fields changed, never what they became', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    await ask(socket, 'doc_subscribe', 'Task', id)
    const told = next<DocUpdate>(socket, 'doc_update')
    const { modified } = await updateRecord(engine(), admin, 'Task', id, { subject: 'secret words' })
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
      bulkUpdate(engine(), admin, 'Task', { entities: ids.map((id) => ({ id, status: 'Done' })) }),
    )
    expect(heard).toMatchObject(ids.map((id) => ({ id, action: 'updated' })))
  })

  test('after leaving nothing is heard', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    await ask(socket, 'list_update', 'Task')
    await ask(socket, 'doc_subscribe', 'Task', id)
    await ask(socket, 'list_leave', 'Task')
    await ask(socket, 'doc_unsubscribe', 'Task', id)
    const change = () => updateRecord(engine(), admin, 'Task', id, { status: 'Done' })
    expect(await heardBy(socket, 'list_update', change)).toEqual([])
    expect(await heardBy(socket, 'doc_update', () => newTask())).toEqual([])
  })

  test('a renamed record tells its old room the new id, and the old room is then empty', async () => {
    const socket = await connectAs()
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    const body = { id: 'Renamable', module: 'Work', allow_rename: 1, naming_rule: 'Prompt', fields }
    await createRecord(engine(), admin, 'Entity', body)
    await createRecord(engine(), admin, 'Renamable', { id: 'old', title: 'x' })
    expect(await ask(socket, 'doc_subscribe', 'Renamable', 'old')).toEqual({ ok: true })
    const told = next<DocUpdate>(socket, 'doc_update')
    await renameRecord(engine(), admin, 'Renamable', 'old', 'new')
    expect(await told).toMatchObject({ id: 'old', action: 'renamed', new_id: 'new' })
    await createRecord(engine(), admin, 'Renamable', { id: 'old', title: 'another' })
    const change = () => updateRecord(engine(), admin, 'Renamable', 'old', { title: 'changed' })
    expect(await heardBy(socket, 'doc_update', change)).toEqual([])
  })

  test('listeners of a renamed entity type learn its new name', async () => {
    const socket = await connectAs()
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    await createRecord(engine(), admin, 'Entity', { id: 'Before', module: 'Work', fields })
    const { id } = await createRecord(engine(), admin, 'Before', { title: 'x' })
    await ask(socket, 'list_update', 'Before')
    await ask(socket, 'doc_subscribe', 'Before', id)
    const told = Promise.all([next(socket, 'list_update'), next(socket, 'doc_update')])
    await renameEntity(engine(), admin, 'Before', 'After')
    expect(await told).toMatchObject([
      { entity: 'Before', action: 'renamed', new_id: 'After' },
      { entity: 'Before', id, action: 'renamed', new_id: 'After' },
    ])
    expect(await ask(socket, 'list_update', 'Before')).toMatchObject({ ok: false, status: 404 })
    expect(await ask(socket, 'list_update', 'After')).toEqual({ ok: true })
  })

  test('a change of a definition is told to who listens to definitions', async () => {
    const socket = await connectAs('Administrator')
    await createRecord(engine(), admin, 'Entity', {
      id: 'Watched',
      module: 'Work',
      fields: [{ fieldname: 'a', fieldtype: 'Data' }],
    })
    await ask(socket, 'list_update', 'Entity')
    await ask(socket, 'doc_subscribe', 'Entity', 'Watched')
    const told = Promise.all([next(socket, 'list_update'), next(socket, 'doc_update')])
    await updateRecord(engine(), admin, 'Entity', 'Watched', { description: 'watched' })
    expect(await told).toMatchObject([{ id: 'Watched' }, { id: 'Watched', action: 'updated' }])
  })
})

describe('permission', () => {
  test('unknown, forbidden and table entities are refused, each in its own way and in the language of the person', async () => {
    const socket = await connectAs()
    expect(await ask(socket, 'list_update', 'Nonsense')).toMatchObject({ ok: false, status: 404 })
    expect(await ask(socket, 'list_update', 'Email Account')).toMatchObject({ ok: false, status: 403 })
    expect(await ask(socket, 'list_update', 'Task Item')).toMatchObject({ ok: false, status: 417 })
    expect(await ask(socket, 'doc_subscribe', 'Task', 'TASK-9999')).toMatchObject({ ok: false, status: 404 })
    expect(await ask(socket, 'doc_open', 'Email Account', 'no such')).toMatchObject({ ok: false, status: 403 })
    const user = newPerson()
    const cookie = await site.signIn(user)
    await updateRecord(engine(), admin, 'User', user, { language: 'he' })
    const answer = await ask(await connect(cookie), 'list_update', 'Email Account')
    expect(answer).toMatchObject({ ok: false, message: expect.stringMatching(/[א-ת]/) })
  })

  test('who may see only own records hears only of own records', async () => {
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    const permissions = [manager, { role: 'All', if_owner: 1, read: 1, write: 1, create: 1 }]
    await createRecord(engine(), admin, 'Entity', { id: 'Diary', module: 'Work', fields, permissions })
    const [mine, theirs] = [newPerson(), newPerson()]
    const socket = await connectAs(mine)
    expect(await ask(socket, 'list_update', 'Diary')).toEqual({ ok: true })
    const ownerOf = (owner: string) => ({ title: 'x', owner })
    await site.signIn(theirs)
    const heard = await heardBy(socket, 'list_update', async () => {
      await createRecord(engine(), admin, 'Diary', ownerOf(theirs))
      await createRecord(engine(), admin, 'Diary', ownerOf(mine))
    })
    expect(heard).toHaveLength(1)
    const foreign = await createRecord(engine(), admin, 'Diary', ownerOf(theirs))
    expect(await ask(socket, 'doc_subscribe', 'Diary', foreign.id)).toMatchObject({ ok: false, status: 403 })
  })

  test('a person who loses a role hears nothing more from that moment on', async () => {
    const user = newPerson()
    const socket = await connectAs(user)
    const { id } = await newTask()
    await ask(socket, 'list_update', 'Task')
    await ask(socket, 'doc_open', 'Task', id)
    await updateRecord(engine(), admin, 'User', user, { roles: [], role_profiles: [] })
    const change = () => updateRecord(engine(), admin, 'Task', id, { status: 'Done' })
    expect(await heardBy(socket, 'list_update', change)).toEqual([])
    expect(await heardBy(socket, 'doc_update', () => newTask())).toEqual([])
    expect(await ask(socket, 'list_update', 'Task')).toMatchObject({ ok: false, status: 403 })
  })

  test('a rule that is taken from an entity empties its rooms, and one limited to own records narrows them', async () => {
    const fields = [{ fieldname: 'title', fieldtype: 'Data' }]
    const rule = (more: object) => [manager, { role: 'Staff', read: 1, write: 1, create: 1, ...more }]
    await createRecord(engine(), admin, 'Entity', { id: 'Ruled', module: 'Work', fields, permissions: rule({}) })
    const user = newPerson()
    const socket = await connectAs(user)
    await ask(socket, 'list_update', 'Ruled')
    const make = (owner?: string) => createRecord(engine(), admin, 'Ruled', { title: 'x', ...(owner ? { owner } : {}) })
    expect(await heardBy(socket, 'list_update', () => make())).toHaveLength(1)
    await updateRecord(engine(), admin, 'Entity', 'Ruled', { permissions: rule({ if_owner: 1 }) })
    expect(await heardBy(socket, 'list_update', () => make())).toHaveLength(0)
    expect(await heardBy(socket, 'list_update', () => make(user))).toHaveLength(1)
    await updateRecord(engine(), admin, 'Entity', 'Ruled', { permissions: [manager] })
    expect(await heardBy(socket, 'list_update', () => make(user))).toHaveLength(0)
  })
})

describe('presence', () => {
  test('everyone who has the record open learns who else has it, each person once', async () => {
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

  test('closing a record keeps its subscription', async () => {
    const socket = await connectAs()
    const { id } = await newTask()
    await ask(socket, 'doc_open', 'Task', id)
    await ask(socket, 'doc_close', 'Task', id)
    const change = () => updateRecord(engine(), admin, 'Task', id, { status: 'Done' })
    expect(await heardBy(socket, 'doc_update', change)).toHaveLength(1)
  })
})

describe('limits and malformed input', () => {
  test('anything may be sent and nothing breaks', async () => {
    const socket = await connectAs()
    const odd: unknown[][] = [
      [],
      [null],
      [5],
      [{}],
      [[]],
      [{ entity: {} }],
      [{ entity: 'Task', id: null }],
      ['x'.repeat(500)],
    ]
    for (const args of odd) {
      expect(await ask(socket, 'doc_subscribe', ...args)).toMatchObject({ ok: false, status: 400 })
      socket.emit('doc_open', ...args)
    }
    expect(await ask(socket, '__proto__', 'Task')).toMatchObject({ ok: false, status: 400 })
    expect(await ask(socket, 'toString', 'Task')).toMatchObject({ ok: false, status: 400 })
    expect(await ask(socket, 'list_update', 'Task')).toEqual({ ok: true })
  })

  test('more than 50 events in a second are answered with 429', async () => {
    const socket = await connectAs()
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask(socket, 'list_leave', 'Task')))
    const refusals = answers.filter((answer) => !answer.ok)
    expect(refusals.length).toBeGreaterThan(0)
    expect(refusals[0]).toMatchObject({ status: 429 })
  })

  test('a flood ends the connection', async () => {
    const socket = await connectAs()
    const left = gone(socket)
    for (let i = 0; i < 3000; i++) socket.emit('list_leave', 'Task')
    expect(await left).toBe('io server disconnect')
  })

  test('a socket is in at most 200 rooms', async () => {
    const socket = await connectAs()
    const tasks = await Promise.all(Array.from({ length: 101 }, (_, n) => newTask({ subject: `Room ${n}` })))
    const full = 'At most 200 subscriptions are possible at once.'
    // Each opens two rooms. Fifty events a second are taken, and the rest is asked again.
    const openTask = (id: string) =>
      vi.waitUntil(
        async () => {
          const answer = await ask(socket, 'doc_open', 'Task', id)
          return answer.ok || answer.message === full ? answer : undefined
        },
        { interval: 100, timeout: 5000 },
      )
    for (const { id } of tasks.slice(0, 100)) expect(await openTask(id)).toEqual({ ok: true })
    expect(await openTask(String(tasks[100]?.id))).toEqual({ ok: false, status: 429, message: full })
    expect(await openTask(String(tasks[0]?.id))).toEqual({ ok: true })
  })

  test('broken frames and oversized messages end their own connection and nothing else', async () => {
    const cookie = await site.signIn(newPerson())
    const socket = await connect(cookie)
    const frames = [
      'garbage',
      '42',
      '42[',
      '4{"',
      '2',
      '451-["x",{"_placeholder":true,"num":5}]',
      `42["${'x'.repeat(100_000)}"]`,
    ]
    for (const frame of frames) {
      const raw = new WebSocket(`${site.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        headers: { cookie },
      })
      raw.on('error', () => {})
      const closed = new Promise((resolve) => raw.once('close', resolve))
      await new Promise((resolve) => raw.once('open', resolve))
      raw.send('40')
      await new Promise((resolve) =>
        raw.on('message', (data) => (data as Buffer).toString().startsWith('40') && resolve(undefined)),
      )
      raw.send(frame)
      if (frame.length > 50_000) await closed
      else raw.terminate()
    }
    expect(await ask(socket, 'list_update', 'Task')).toEqual({ ok: true })
  })
})
