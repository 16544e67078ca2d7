import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let dist: string
let manager: string

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tavla-dist-'))
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Tavla</title>')
  site = await makeTestSite({ frontEnd: dist, publicUrl: 'https://acme.example.com' })
  await site.listen()
  manager = await site.signIn('manager@example.com')
})

afterAll(() => rm(dist, { recursive: true, force: true }))

const portOf = ({ server }: TestSite) => (server.server.address() as { port: number }).port

/** The headers of the first answer to these bytes, with lower-case names; `status` is among them. */
function raw(bytes: string): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(portOf(site), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [first = '', ...lines] = (text.split('\r\n\r\n', 1)[0] ?? '').split('\r\n')
      const pairs = lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ])
      resolve({ ...Object.fromEntries(pairs), status: first.split(' ')[1] ?? '' })
    })
  })
}

const get = (path: string, more = '') => raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`)

test('every answer carries the security headers, whichever part of the server sends it', async () => {
  const answers = {
    json: await get('/api/auth/validate'),
    'signed out': await get('/api/entity/Task'),
    unknown: await get('/api/nothing', `Cookie: ${manager}\r\n`),
    odd: await get('/%61pi/x'),
    'wrong method': await get('/api/auth/login', `Cookie: ${manager}\r\n`),
    'no file': await get('/files/nothing-000000.png'),
    'no private file': await get('/private/files/nothing-000000.png'),
    page: await get('/login'),
    'long headers': await get('/', `X-Long: ${'x'.repeat(30_000)}\r\n`),
    nonsense: await raw('NONSENSE\r\n\r\n'),
    'another upgrade': await get('/api/health', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'),
  }
  expect(Object.values(answers).map(({ status }) => status)).toEqual([
    '200',
    '401',
    '404',
    '400',
    '405',
    '404',
    '401',
    '200',
    '431',
    '400',
    '400',
  ])
  for (const [name, headers] of Object.entries(answers)) {
    const said = [name, headers['x-content-type-options'], headers['strict-transport-security']]
    expect(said).toEqual([name, 'nosniff', 'max-age=31536000; includeSubDomains'])
    expect([name, headers['content-security-policy']]).toEqual([
      name,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
    expect([name, headers['referrer-policy']]).toEqual([name, name === 'page' ? 'same-origin' : 'no-referrer'])
    if (name !== 'page') expect(headers['content-security-policy']).toContain("default-src 'none'")
    else expect(headers['content-security-policy']).toContain("base-uri 'none'")
  }
})

test('strict transport security covers subdomains unless the settings disable it', async () => {
  const set = (hsts_subdomains: number) =>
    site.call('PUT', '/api/entity/System Settings', { body: { hsts_subdomains }, as: manager })
  expect((await set(0)).status).toBe(200)
  expect((await get('/login'))['strict-transport-security']).toBe('max-age=31536000')
  await set(1)
  expect((await get('/login'))['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('signing out leaves no answer and no cookie in the browser', async () => {
  const staff = await site.signIn('staff@example.com')
  const out = await site.call('POST', '/api/auth/logout', { as: staff })
  expect(out.headers['clear-site-data']).toBe('"cache"')
  expect(String(out.headers['set-cookie'])).toContain('__Host-sid=;')
  const guest = await site.call('POST', '/api/auth/logout')
  expect(guest.headers['clear-site-data']).toBeUndefined()
})
