import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectSocket, createSocket, type LiveSocket } from './socket.ts'
import { type Backend, startBackend } from './testing/backend.ts'
import { until } from './testing/until.ts'

// A generous bound, so that only a hang fails on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

let backend: Backend
let live: LiveSocket
let received: [string, unknown][]
let joined: PromiseWithResolvers<void>
const log: string[] = []

beforeEach(async () => {
  backend = await startBackend()
  received = []
  joined = Promise.withResolvers()
  live = connectSocket({
    host: backend.host,
    onEvent: (name, payload) => received.push([name, payload]),
    onJoined: joined.resolve,
    log: (message) => log.push(message),
  })
  await until(live.status, ({ status }) => status === 'online')
})
afterEach(async () => {
  live.disconnect()
  await backend.close()
})

/** Events of one socket arrive in order, so all earlier ones have arrived when this one is answered. */
const flush = () => live.emit('list_leave', { entity: 'Flush' })
const emitted = () => backend.emitted.filter(([, payload]) => (payload as { entity: string }).entity !== 'Flush')

test('every event is forwarded to the one callback, known or not', async () => {
  backend.io.emit('list_update', { entity: 'Task', id: 'TASK-0001' })
  backend.io.emit('something_else', { a: 1 })
  await flush()
  expect(received).toEqual([
    ['list_update', { entity: 'Task', id: 'TASK-0001' }],
    ['something_else', { a: 1 }],
  ])
})

test('a room with several holders is joined once, and left with the last of them', async () => {
  const first = live.watchList('Task')
  const second = live.watchList('Task')
  first()
  first()
  await flush()
  expect(emitted()).toEqual([['list_update', { entity: 'Task' }]])
  second()
  await flush()
  expect(emitted()).toEqual([
    ['list_update', { entity: 'Task' }],
    ['list_leave', { entity: 'Task' }],
  ])
})

test('a client follows an open record, and others see its reader, until it leaves', async () => {
  const leave = live.openRecord('Task', 'TASK-0001')
  leave()
  await flush()
  expect(emitted().map(([event]) => event)).toEqual(['doc_subscribe', 'doc_open', 'doc_close', 'doc_unsubscribe'])
})

test('the client hears when a room is joined after its list was read, since it may have missed changes', async () => {
  const told = Promise.withResolvers<void>()
  const early = createSocket({ host: backend.host, onEvent: () => undefined, onJoined: told.resolve })
  early.watchList('Task')
  early.connect()
  await told.promise
  expect(emitted()).toEqual([['list_update', { entity: 'Task' }]])
  early.disconnect()
})

test('an emitted event is acknowledged', async () => {
  expect(await live.emit('list_update', { entity: 'Task' })).toEqual({ ok: true })
})

test('after a lost connection the rooms are joined again and the loss is logged', async () => {
  live.watchList('Task')
  await flush()
  backend.emitted.length = 0
  backend.io.engine.close()
  await until(live.status, ({ status }) => status === 'connecting')
  live.watchRecord('Task', 'TASK-0002')
  await until(live.status, ({ status }) => status === 'online')
  await flush()
  expect(emitted()).toEqual([
    ['list_update', { entity: 'Task' }],
    ['doc_subscribe', { entity: 'Task', id: 'TASK-0002' }],
  ])
  await joined.promise
  expect(log.some((message) => message.startsWith('Live updates disconnected'))).toBe(true)
})

test('a connection that the server refuses or ends is reported and waits for a retry', async () => {
  let isOpen = false
  const refusals: boolean[] = []
  backend.io.use((_socket, next) => next(isOpen ? undefined : new Error('Not signed in')))
  const other = connectSocket({
    host: backend.host,
    onEvent: () => undefined,
    onRefused: (wasOnline) => refusals.push(wasOnline),
    log: () => undefined,
  })
  await until(other.status, ({ status }) => status === 'lost')
  isOpen = true
  other.retry()
  await until(other.status, ({ status }) => status === 'online')
  // The same happens when the session ends: the client must not reconnect before the reason is known.
  backend.io.disconnectSockets(true)
  await until(other.status, ({ status }) => status === 'lost')
  expect(refusals).toEqual([false, true])
  other.disconnect()
  expect(other.status.getSnapshot()).toEqual({ status: 'off' })
})

test('a server that does not answer is tried five times, and five more times on request', async () => {
  let attempts = 0
  const silent = createServer((request) => {
    attempts++
    request.socket.destroy()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  // The pauses between two attempts grow to five seconds.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const other = createSocket({
    host: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    onEvent: () => undefined,
    log: () => undefined,
  })
  try {
    other.connect()
    await passTimeUntil(() => other.status.getSnapshot().status === 'lost')
    expect(attempts).toBe(5)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts).toBe(5)
    other.retry()
    expect(other.status.getSnapshot()).toEqual({ status: 'connecting' })
    await passTimeUntil(() => other.status.getSnapshot().status === 'lost')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts).toBe(10)
  } finally {
    vi.useRealTimers()
    other.disconnect()
    silent.close()
  }
})

/** Advances the faked clock, and lets the network run in between, until a condition holds. */
async function passTimeUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
