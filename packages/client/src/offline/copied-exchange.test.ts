import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAway, noteAnswer } from '../reach.ts'
import type { Answer, SentCall } from '../request.ts'
import { createCopiedExchange } from './copied-exchange.ts'

const list: SentCall = { host: '', method: 'GET', path: '/api/entity/Task', params: {}, signal: undefined }
const copy = { data: ['kept'] }

/** An exchange with these copies by path, and the answers that it took. */
function makeExchange(kept: Readonly<Record<string, unknown>> = { [list.path]: copy }) {
  const taken: unknown[] = []
  const exchange = createCopiedExchange({
    find: async ({ path }) => kept[path],
    onAnswer: (_call, { body }) => void taken.push(body),
  })
  return { exchange, taken }
}

const answerOf = (status: number, body: unknown = {}): Answer => ({
  response: new Response(null, { status }),
  body,
  isReadable: true,
})

/** A server that answers only when it is told to. */
function makeServer() {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  return { ask: () => promise, answer: resolve, fail: () => reject(new TypeError('Failed to fetch')) }
}

/** State of a call: the body of its answer, the message of its failure, or `open`. */
function watch(call: Promise<Answer>) {
  const state = { said: 'open' as unknown }
  call.then(
    ({ body }) => (state.said = body),
    (error: Error) => (state.said = error.message),
  )
  return state
}

beforeEach(() => {
  vi.useFakeTimers()
  noteAnswer('', true)
})

afterEach(() => {
  vi.useRealTimers()
  noteAnswer('', true)
})

test.each([
  ['10 s', false, 10_000],
  ['3 s while the server is known to be away', true, 3000],
])('a read that gets no answer waits %s for one before its copy stands in', async (_how, wasAway, millis) => {
  noteAnswer('', !wasAway)
  const { exchange } = makeExchange()
  const outcome = watch(exchange(list, makeServer().ask))
  await vi.advanceTimersByTimeAsync(millis - 1)
  expect(outcome.said).toBe('open')
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome.said).toBe(copy)
  expect(isAway('')).toBe(true)
})

test('an answer that comes after its copy is still kept for the next time', async () => {
  const { exchange, taken } = makeExchange()
  const server = makeServer()
  const outcome = watch(exchange(list, server.ask))
  await vi.advanceTimersByTimeAsync(10_000)
  server.answer(answerOf(200, { data: ['late'] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.said).toBe(copy)
  expect(taken).toEqual([{ data: ['late'] }])
})

test('a late read without a copy waits on for its answer', async () => {
  const { exchange } = makeExchange({})
  const server = makeServer()
  const outcome = watch(exchange(list, server.ask))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(outcome.said).toBe('open')
  server.answer(answerOf(200, { data: ['late'] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.said).toEqual({ data: ['late'] })
})

test('a read without a network has its copy at once, and says that it needs a connection without one', async () => {
  const server = makeServer()
  const { exchange } = makeExchange()
  const known = watch(exchange(list, server.ask))
  const unknown = watch(exchange({ ...list, path: '/api/entity/Task/T1' }, server.ask))
  server.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(known.said).toBe(copy)
  expect(unknown.said).toBe('This needs a connection.')
})

test.each([502, 503, 504])('an answer of %s is one of a proxy whose server is gone', async (status) => {
  const outcome = watch(makeExchange().exchange(list, async () => answerOf(status)))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.said).toBe(copy)
})

test.each([200, 401, 403, 404, 500])('an answer of %s is never replaced by a copy', async (status) => {
  const outcome = watch(makeExchange().exchange(list, async () => answerOf(status, { status })))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.said).toEqual({ status })
})

test.each([
  ['a write', { ...list, method: 'PUT' as const }],
  ['the session', { ...list, path: '/api/auth/validate' }],
  ['another server', { ...list, host: 'https://other.example.com' }],
])('%s is never answered from a copy', async (_what, call) => {
  const { exchange } = makeExchange({ [call.path]: copy })
  const server = makeServer()
  const outcome = watch(exchange(call, server.ask))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome.said).toBe('open')
  server.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.said).toBe('Failed to fetch')
})

test('a read that the screen no longer wants fails as it is, without a copy', async () => {
  const { exchange } = makeExchange()
  const end = new AbortController()
  const server = makeServer()
  const outcome = watch(exchange({ ...list, signal: end.signal }, server.ask))
  end.abort()
  server.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.said).toBe('Failed to fetch')
})
