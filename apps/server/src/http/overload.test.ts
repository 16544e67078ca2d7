import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BoundedReader } from '../store/bounded-reader.ts'
import { StoreBusy } from '../store/errors.ts'
import { makeTestSite, type TestSite } from '../testing.ts'

let site: TestSite
let port: number
let staff: string
const agent = new Agent({ keepAlive: true, maxSockets: 400 })

beforeAll(async () => {
  site = await makeTestSite()
  port = Number(new URL(await site.listen()).port)
  staff = await site.signIn('staff@example.com')
})

afterAll(() => agent.destroy())

interface Seen {
  status: number
  headers: Record<string, unknown>
  text: string
}

function get(path: string, headers: Record<string, string> = {}): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', path, agent, headers: { cookie: staff, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    call.on('error', reject).end()
  })
}

/** As many at once as no site answers in good time, again and again, until one of them is refused. */
async function flood(headers: Record<string, string>): Promise<Seen> {
  let refused: Seen | undefined
  const ask = async () => {
    for (let n = 0; !refused && n < 2000; n++) {
      const answer = await get('/api/entity/Task?limit_page_length=100', headers)
      if (answer.status === 503) refused ??= answer
      else expect(answer.status).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 400 }, ask))
  if (!refused) throw new Error('No call was refused.')
  return refused
}

describe('a site of which more is asked than it can do', () => {
  test('tells some to try again, in their language, and serves on', { timeout: 60_000 }, async () => {
    const refused = await flood({ 'accept-language': 'he' })
    expect(refused.headers).toMatchObject({ 'retry-after': '1', 'x-content-type-options': 'nosniff' })
    expect(JSON.parse(refused.text)).toMatchObject({
      status: 503,
      exc_type: 'Unavailable',
      message: 'האתר עמוס מאוד. אפשר לנסות שוב בעוד רגע.',
      retry_after: 1,
      request_id: refused.headers['x-request-id'],
    })
    expect(JSON.parse((await get('/api/health')).text)).toEqual({ status: 'overloaded', ready: false })
    expect((await get('/api/health/live')).status).toBe(200)
    expect((await get('/api/auth/validate')).status).toBe(200)
    await expect.poll(async () => (await get('/api/health')).status).toBe(200)
    expect((await get('/api/entity/Task')).status).toBe(200)
  })

  test('answers only so many calls of one connection at once', async () => {
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

test('a refused body is read for a while and then no more', async () => {
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

test('queries that would wait too long are refused, and begin again once the others are answered', async () => {
  const answers: (() => void)[] = []
  let now = 0
  const slow = {
    all: <T>() => new Promise<T[]>((resolve) => answers.push(() => resolve([]))),
    get: <T>() => new Promise<T | undefined>((resolve) => answers.push(() => resolve(undefined))),
  }
  const reader = new BoundedReader(slow, () => now)
  const first = Array.from({ length: 10 }, () => reader.all('select 1'))
  // One answer in a second.
  for (const answer of answers.splice(0)) {
    now += 1000
    answer()
    await Promise.resolve()
    await new Promise(setImmediate)
  }
  await Promise.all(first)
  const next = Array.from({ length: 16 }, () => reader.all('select 1'))
  await expect(reader.all('select 1')).rejects.toThrow(StoreBusy)
  for (const answer of answers.splice(0)) answer()
  await Promise.all(next)
  const again = reader.get('select 1')
  for (const answer of answers.splice(0)) answer()
  expect(await again).toBeUndefined()
})
