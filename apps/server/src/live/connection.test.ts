import type { Socket } from 'socket.io-client'
import { describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { updateRecord } from '../entity/index.ts'
import { startListeningSite } from '../testing/network.ts'
import { ask, gone, liveTests, next } from './testing.ts'

const { site, engine, admin, newPerson, dial, connect, connectAs, newTask } = liveTests()
const refused = (socket: Socket) => new Promise<Error>((resolve) => socket.once('connect_error', resolve))

describe('signing in', () => {
  test('without a session the connection is refused', async () => {
    expect((await refused(dial(undefined))).message).toBe('Not signed in')
    expect((await refused(dial('sid=nonsense'))).message).toBe('Not signed in')
    expect((await refused(dial(undefined, { transports: ['polling'] }))).message).toBe('Not signed in')
  })

  test('both transports connect, from the site’s own origin, an allowed one, and without an origin', async () => {
    const cookie = await site.signIn(newPerson())
    for (const transports of [['websocket'], ['polling'], ['polling', 'websocket']]) {
      for (const origin of [undefined, site.url, 'https://hq.example.com']) {
        const extraHeaders = { cookie, ...(origin ? { origin } : {}) }
        expect((await connect(cookie, { transports, extraHeaders })).connected).toBe(true)
      }
    }
  })

  test('a page of another origin is refused before the session is read', async () => {
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

  test('a session that ends closes its own sockets and no others', async () => {
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

  test('a closing site disconnects its sockets at once, and the clients reconnect', async () => {
    const own = await startListeningSite()
    const cookie = await own.signIn(newPerson())
    const socket = dial(cookie, { url: own.url, transports: ['polling', 'websocket'] })
    await next(socket, 'connect')
    // While a client still polls, before it has moved to its WebSocket, it sees an aborted request instead of a closed
    // connection.
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
    await updateRecord(engine(), admin(), 'User', user, { enabled: 0 })
    expect(await left).toBe('io server disconnect')
  })
})

describe('limits and malformed input', () => {
  test('any event or payload may be sent, and nothing breaks', async () => {
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
    // Each call opens two rooms. Fifty events a second are accepted, and the rest are sent again.
    const openTask = (id: string) =>
      vi.waitUntil(
        async () => {
          const answer = await ask(socket, 'doc_open', 'Task', id)
          return answer.ok || answer.message === full ? answer : undefined
        },
        { interval: 100, timeout: 60_000 },
      )
    for (const { id } of tasks.slice(0, 100)) expect(await openTask(id)).toEqual({ ok: true })
    expect(await openTask(String(tasks[100]?.id))).toEqual({ ok: false, status: 429, message: full })
    expect(await openTask(String(tasks[0]?.id))).toEqual({ ok: true })
  })

  test('broken frames and oversized messages end their own connection and affect no other', async () => {
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
