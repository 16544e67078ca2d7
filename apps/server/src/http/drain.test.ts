import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

async function makeListening(): Promise<{ site: TestSite; port: number }> {
  const site = await makeTestSite({ sample: false })
  return { site, port: Number(new URL(await site.listen()).port) }
}

interface Connection {
  socket: Socket
  said(): string
  closed: Promise<void>
}

async function open(port: number): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => (text += chunk))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, said: () => text, closed }
}

const validate = 'GET /api/auth/validate HTTP/1.1\r\nHost: x\r\n\r\n'
const signIn = [
  'POST /api/auth/login HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  'Content-Length: 2',
  'Expect: 100-continue',
]

/** Begins a call and holds its body back; resolves when the server has begun to handle it. */
async function beginCall(port: number): Promise<Connection> {
  const connection = await open(port)
  connection.socket.write(`${signIn.join('\r\n')}\r\n\r\n`)
  await expect.poll(connection.said).toContain('100 Continue')
  return connection
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })

test('a stopping site ends each connection with its answer, and idle ones while calls are still under way', async () => {
  const { site, port } = await makeListening()
  const [silent, quiet, first, last] = [
    await open(port),
    await open(port),
    await beginCall(port),
    await beginCall(port),
  ]
  quiet.socket.write(validate)
  await expect.poll(quiet.said).toMatch(/^HTTP\/1\.1 \d+ /)
  const closed = site.close()
  await expect.poll(() => isRefused(port)).toBe(true)
  // Neither a connection opened in advance nor one between two calls delays the site.
  await Promise.all([silent.closed, quiet.closed])
  first.socket.write('{}')
  await first.closed
  expect(first.said()).toMatch(/HTTP\/1\.1 401 [\s\S]*connection: close[\s\S]*Invalid login credentials/i)
  // The call under way sets its own pace: it has not been cut.
  last.socket.write('{}')
  await Promise.all([last.closed, closed])
  expect(last.said()).toMatch(/HTTP\/1\.1 401 [\s\S]*connection: close/i)
})

test('no call of a busy client is lost when its site stops', async () => {
  const { site, port } = await makeListening()
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const faults = new Set<string | undefined>()
  let answered = 0
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const call = get({ agent, port, host: '127.0.0.1', path: '/api/auth/validate' })
      call.on('response', (response) => {
        answered++
        response.resume().on('end', () => resolve(true))
      })
      call.on('error', (error: NodeJS.ErrnoException) => {
        faults.add(error.code)
        resolve(false)
      })
    })
  const clients = Array.from({ length: 20 }, async () => {
    while (await ask());
  })
  await expect.poll(() => answered).toBeGreaterThan(200)
  await Promise.all([site.close(), ...clients])
  // Each client ends with a refused connection, because the site takes no new ones.
  expect([...faults]).toEqual(['ECONNREFUSED'])
})
