import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApi } from './api.ts'
import { ApiError } from './api-error.ts'
import { fieldErrors } from './field-errors.ts'
import { queryString } from './query-string.ts'
import { isAway, watchReach } from './reach.ts'
import { request, setErrorCallback } from './request.ts'
import { type Backend, startBackend } from './testing/backend.ts'

let backend: Backend
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(() => backend.close())

const quiet = () => undefined

test('a query sends objects as JSON and leaves out empty values', () => {
  const params = {
    filters: { status: 'Open' },
    or_filters: {},
    fields: [],
    txt: '',
    a: null,
    b: undefined,
    n: 0,
    f: false,
  }
  expect(decodeURIComponent(queryString(params))).toBe('?filters={"status":"Open"}&n=0&f=false')
  expect(queryString({ txt: '' })).toBe('')
})

test('a call that is not a GET sends a JSON body', async () => {
  await request('POST', '/api/entity/Task', { host: backend.host, body: { subject: 'Call' } })
  await request('DELETE', '/api/entity/Task/TASK-9000', { host: backend.host, onError: quiet })
  expect(backend.calls.map(({ method, body, headers }) => [method, body, headers['content-type']])).toEqual([
    ['POST', { subject: 'Call' }, 'application/json'],
    ['DELETE', {}, 'application/json'],
  ])
})

test('a failed answer goes to the error callback and its body is still returned', async () => {
  backend.respond = () => ({ status: 417, body: { message: 'Subject is required' } })
  const told: unknown[] = []
  const former = setErrorCallback((response, body) => told.push([response.status, body]))
  const body = await request('GET', '/api/entity/Task', { host: backend.host })
  setErrorCallback(former)
  expect(told).toEqual([[417, { message: 'Subject is required' }]])
  expect(body).toEqual({ message: 'Subject is required' })
})

test('a read that a busy server refuses is retried; a write and a read of a site that is away fail at once', async () => {
  const busy = { status: 503, headers: { 'retry-after': '0' }, body: { message: 'The site is very busy.' } }
  backend.respond = () => (backend.calls.length < 3 ? busy : { status: 200, body: { data: [] } })
  expect(await request('GET', '/api/entity/Task', { host: backend.host })).toEqual({ data: [] })
  expect(backend.calls).toHaveLength(3)

  const statusesOf = async (method: 'GET' | 'POST', answer: typeof busy) => {
    const told: number[] = []
    const before = backend.calls.length
    backend.respond = () => answer
    await request(method, '/api/entity/Task', { host: backend.host, onError: ({ status }) => told.push(status) })
    return [told, backend.calls.length - before]
  }
  expect(await statusesOf('POST', busy)).toEqual([[503], 1])
  expect(await statusesOf('GET', { ...busy, headers: { 'retry-after': '2' } })).toEqual([[503], 1])
  expect(await statusesOf('GET', busy)).toEqual([[503], 4])
})

test('a server that cannot be reached is an error of code 0', async () => {
  const { host } = backend
  await backend.close()
  const told: unknown[] = []
  const onError = (response: Response, body: unknown) => told.push([response.status, body])
  await expect(request('GET', '/api/health', { host, onError })).rejects.toMatchObject({
    code: 0,
    isLocal: true,
    message: 'The server cannot be reached. Check your connection and try again.',
  })
  expect(told).toMatchObject([[0, { message: 'The server cannot be reached. Check your connection and try again.' }]])
})

test('a server that accepts a call and never answers counts as unreachable', async () => {
  const { promise: never } = Promise.withResolvers<undefined>()
  backend.respond = () => never as Promise<never>
  const hung = request('GET', '/api/entity/Task', { host: backend.host, timeout: 20, onError: quiet })
  await expect(hung).rejects.toMatchObject({ code: 0, isLocal: true })
  expect(isAway(backend.host)).toBe(true)
})

test('an aborted call does not count as a failure of the server', async () => {
  const { promise: never } = Promise.withResolvers<undefined>()
  backend.respond = () => never as Promise<never>
  const end = new AbortController()
  const asked = request('GET', '/api/entity/Task', { host: backend.host, signal: end.signal, onError: quiet })
  end.abort(new Error('Another question'))
  await expect(asked).rejects.toThrow('Another question')
  expect(isAway(backend.host)).toBe(false)
})

test("each host counts as away until it answers again, and a proxy's error page is no answer", async () => {
  const { host } = backend
  const heard: boolean[] = []
  const stop = watchReach(() => heard.push(isAway(host)))
  for (const status of [200, 502, 404, 504, 500]) {
    backend.respond = () => ({ status, body: '<html></html>' })
    await request('GET', '/api/entity/Task', { host, onError: quiet })
  }
  stop()
  expect(heard).toEqual([false, true, false, true, false])
  expect(isAway()).toBe(false)
})

test('the query layer throws the failure and calls the callback too', async () => {
  const payload = {
    status: 417,
    exc_type: 'MandatoryError',
    _server_messages: '[{"message":"Subject is required","title":"Missing Value"}]',
    errors: [{ fieldname: 'subject', message: 'Subject is required' }],
  }
  backend.respond = () => ({ status: 417, body: payload })
  const told: number[] = []
  const failed = await createApi(backend.host, (response) => told.push(response.status))
    .get('/api/entity/Task')
    .catch((error: unknown) => error)
  expect(failed).toMatchObject({
    code: 417,
    title: 'Missing Value',
    message: 'Subject is required',
    type: 'MandatoryError',
  })
  expect(fieldErrors(failed)).toEqual({ subject: 'Subject is required' })
  expect(told).toEqual([417])
})

test('a page instead of JSON is a failure, even with a successful status', async () => {
  backend.respond = () => ({ body: '<html></html>' })
  const read = createApi(backend.host, quiet).get('/api/entity/Task')
  await expect(read).rejects.toMatchObject({
    code: 200,
    message: 'The answer of the server could not be read.',
    isLocal: true,
  })
})

describe('the message of an error', () => {
  const messageOf = (body: unknown) => new ApiError(500, body).message

  test('is the first server message, as text, list or doubly encoded', () => {
    const item = { message: 'First', title: 'T' }
    for (const list of [JSON.stringify([item]), [item], [JSON.stringify(item)], JSON.stringify([JSON.stringify(item)])])
      expect(new ApiError(500, { _server_messages: list, message: 'Last' })).toMatchObject({
        message: 'First',
        title: 'T',
      })
  })

  test('falls back to _error_message, then message', () => {
    expect(messageOf({ _server_messages: 'nonsense{', _error_message: 'Second', message: 'Third' })).toBe('Second')
    expect(messageOf({ _server_messages: '[]', _error_message: 'Second', message: 'Third' })).toBe('Second')
    expect(messageOf({ message: 'Third' })).toBe('Third')
  })

  test('lists every field when there is no message', () => {
    expect(messageOf({ status: 500, detail: { a: 1 } })).toBe('status: 500\ndetail: {"a":1}')
    expect(new ApiError(409, {})).toMatchObject({ message: 'Something went wrong', title: 'Error', isLocal: true })
    const busy = { message: 'The server cannot answer now. Try again in a moment.', title: 'Error', isLocal: true }
    expect(new ApiError(502, {})).toMatchObject(busy)
  })
})
