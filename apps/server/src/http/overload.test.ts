import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { BoundedReader } from '../store/bounded-reader.ts'
import { StoreBusy } from '../store/errors.ts'
import { sql } from '../store/sql.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'
import type { FloodAnswer, FloodTask } from './testing-flood-worker.ts'

let site: TestSite
let port: number
let staff: string

beforeAll(async () => {
  site = await makeTestSite()
  port = Number(new URL(await site.listen()).port)
  staff = await site.signIn('staff@example.com')
})

/** Sends more calls than the site can answer; resolves to the first refused call, and to the site's health at that moment. */
async function flood(headers: Record<string, string>): Promise<{ refused: FloodAnswer; health: FloodAnswer }> {
  const workerData: FloodTask = { port, cookie: staff, headers }
  const worker = new Worker(new URL('./testing-flood-worker.ts', import.meta.url), { workerData })
  const [answer] = (await once(worker, 'message')) as [{ refused: FloodAnswer; health: FloodAnswer }]
  await worker.terminate()
  return answer
}

const statusOf = async (path: string) =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie: staff } })).status

describe('a site with more calls than it can answer', () => {
  test('tells some callers to retry, in their language, and goes on serving', async () => {
    const { refused, health } = await flood({ 'accept-language': 'he' })
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-content-type-options': 'nosniff' })
    expect(JSON.parse(refused.text)).toMatchObject({
      status: 503,
      exc_type: 'Unavailable',
      message: 'האתר עמוס מאוד. אפשר לנסות שוב בעוד רגע.',
      retry_after: 1,
      request_id: refused.headers['x-request-id'],
    })
    expect([health.status, JSON.parse(health.text)]).toEqual([503, { status: 'overloaded', ready: false }])
    expect(await statusOf('/api/health/live')).toBe(200)
    expect(await statusOf('/api/auth/validate')).toBe(200)
    await expect.poll(() => statusOf('/api/health')).toBe(200)
    expect(await statusOf('/api/entity/Task')).toBe(200)
  })

  test('limits the calls under way on one connection', async () => {
    const one = `GET /api/entity/Task HTTP/1.1\r\nHost: x\r\nCookie: ${staff}\r\n\r\n`
    const last = `GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const text = await new Promise<string>((resolve, reject) => {
      let all = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(one.repeat(60) + last))
      socket.on('data', (chunk) => (all += chunk))
      socket.on('close', () => resolve(all))
      socket.on('error', reject)
    })
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(new Set(statuses)).toEqual(new Set(['200', '503']))
    expect(statuses.filter((status) => status === '200').length).toBeGreaterThanOrEqual(32)
  })
})

test('reads a refused body only up to a maximum', async () => {
  const head =
    'POST /api/entity/Task HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 64000000\r\n\r\n'
  const { text, sent } = await new Promise<{ text: string; sent: number }>((resolve) => {
    let text = ''
    let sent = 0
    const part = Buffer.alloc(65_536, ' ')
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head)
      const send = () => {
        if (socket.destroyed || sent >= 63_000_000) return
        sent += part.length
        socket.write(part, send)
      }
      send()
    })
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, sent }))
  })
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  expect(sent).toBeLessThan(63_000_000)
})

test('refuses queries that would wait too long, and accepts queries again once others are answered', async () => {
  const answers: (() => void)[] = []
  let now = 0
  const slow = {
    all: <T>() => new Promise<T[]>((resolve) => answers.push(() => resolve([]))),
    get: <T>() => new Promise<T | undefined>((resolve) => answers.push(() => resolve(undefined))),
    each: () => new Promise<unknown[][]>((resolve) => answers.push(() => resolve([]))),
  }
  const reader = new BoundedReader(slow, () => now)
  const first = Array.from({ length: 10 }, () => reader.all(sql`select 1`))
  // One answer a second.
  for (const answer of answers.splice(0)) {
    now += 1000
    answer()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  await Promise.all(first)
  const next = Array.from({ length: 16 }, () => reader.all(sql`select 1`))
  await expect(reader.all(sql`select 1`)).rejects.toThrow(StoreBusy)
  for (const answer of answers.splice(0)) answer()
  await Promise.all(next)
  const again = reader.get(sql`select 1`)
  for (const answer of answers.splice(0)) answer()
  expect(await again).toBeUndefined()
})

test('is full before it refuses, so that calls under way get their further queries', async () => {
  const answers: (() => void)[] = []
  const slow = {
    all: <T>() => new Promise<T[]>((resolve) => answers.push(() => resolve([]))),
    get: <T>() => new Promise<T | undefined>((resolve) => answers.push(() => resolve(undefined))),
    each: () => new Promise<unknown[][]>((resolve) => answers.push(() => resolve([]))),
  }
  const reader = new BoundedReader(slow, () => 0)
  const queries = Array.from({ length: 499 }, () => reader.all(sql`select 1`))
  expect(reader.isFull).toBe(false)
  queries.push(reader.all(sql`select 1`))
  expect(reader.isFull).toBe(true)
  queries.push(reader.all(sql`select 1`))
  for (const answer of answers.splice(0)) answer()
  await Promise.all(queries)
  expect(reader.isFull).toBe(false)
})

describe('a site whose readers are busy', () => {
  const list = '/api/entity/Task?order_by=points+asc'
  const other = '/api/entity/Task?order_by=points+desc'
  const get = (path: string, headers: Record<string, string> = { cookie: staff }) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })

  beforeAll(() => {
    // The row count from which lists of a table go to the readers.
    const rowsOf = (entity: string) => (entity === 'Task' ? 10_000 : 10)
    vi.spyOn(site.site.engine.sizes, 'of').mockImplementation(async (entity) => rowsOf(entity))
    vi.spyOn(site.site.engine.sizes, 'cached').mockImplementation(rowsOf)
  })

  test('refuses lists that need a reader at once, and serves everything else', async () => {
    const { engine } = site.site
    expect((await get(list)).status).toBe(200)
    const held = Promise.withResolvers<never[]>()
    const reads = vi.spyOn(engine.store.heavy, 'all').mockReturnValue(held.promise)
    const waiting = Array.from({ length: 500 }, () => engine.heavy.all(sql`select 1`))
    reads.mockRestore()

    const began = performance.now()
    const refused = await get(other)
    expect(refused.status).toBe(503)
    expect(await loggedMillis(refused)).toBeLessThanOrEqual(performance.now() - began)
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'retry-after': '1',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(await refused.json()).toMatchObject({
      exc_type: 'Unavailable',
      message: 'The site is very busy. Please try again in a moment.',
      request_id: refused.headers.get('x-request-id'),
    })
    // A cached answer; a small table; another route; a guest's call; sign-in; health.
    expect((await get(list)).status).toBe(200)
    expect((await get('/api/entity/Contact?order_by=modified+asc')).status).toBe(200)
    expect((await get('/api/entity/Task/meta')).status).toBe(200)
    expect((await get(other, {})).status).toBe(401)
    expect((await get('/api/auth/validate')).status).toBe(200)
    // It says 503 for a moment where another process has taken the processor.
    await expect.poll(async () => (await get('/api/health')).status).toBe(200)

    held.resolve([])
    await Promise.all(waiting)
    expect((await get(other)).status).toBe(200)
  })
})

/** Milliseconds that web.log has for a call. */
async function loggedMillis({ headers }: Response): Promise<number> {
  const lineOf = async () =>
    (await readFile(join(site.config.dir, 'logs', 'web.log'), 'utf8'))
      .split('\n')
      .find((line) => line.includes(String(headers.get('x-request-id'))))
  await expect.poll(lineOf).toBeDefined()
  return Number((await lineOf())?.split(' ').at(-1))
}
