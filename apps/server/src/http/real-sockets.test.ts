import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let port: number
let staff: string
let dist: string

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tavla-dist-'))
  await mkdir(join(dist, 'assets', 'icons'), { recursive: true })
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Tavla</title>')
  await writeFile(join(dist, 'assets', 'index-Ab12Cd34.js'), `console.log('${'x'.repeat(5000)}')`)
  await writeFile(join(dist, 'favicon.svg'), '<svg/>')
  await writeFile(join(dist, 'assets', 'icons', 'add.svg'), '<svg/>')
  await writeFile(join(dist, '..', 'outside.txt'), 'outside')
  site = await makeTestSite({ frontEnd: dist })
  port = Number(new URL(await site.listen()).port)
  staff = await site.signIn('staff@example.com')
})

afterAll(() => rm(dist, { recursive: true, force: true }))

const url = (path: string) => `http://127.0.0.1:${port}${path}`

/** Sends the bytes unchanged, and `next` after the first answer; resolves to everything received until one side closed. */
function raw(bytes: string, { until = () => false as boolean, next = '' }: Raw = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    let left = next
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
      if (until(text)) socket.destroy()
      else if (left) socket.write(left)
      left = ''
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

interface Raw {
  until?: (text: string) => boolean
  next?: string
}

describe('a connection', () => {
  test('that asks for a WebSocket at another path is ended', async () => {
    for (const path of ['/', '/api/entity/Task', '/socket.iox', '/files/a.png']) {
      const text = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  test('that was kept alive is ended the same way', async () => {
    const first = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'
    const next = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    const text = await raw(first, { next })
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400'])
  })

  test('that offers another protocol gets an ordinary answer', async () => {
    const text = await raw(
      'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n\r\n',
      { until: (text) => text.includes('"status":"ok"') },
    )
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('with malformed bytes, or with too long headers, gets an error payload', async () => {
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"exc_type":"BadRequest"/)
    const long = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(30_000)}\r\n\r\n`)
    expect(long).toMatch(/^HTTP\/1\.1 431 [\s\S]*"status":431/)
    expect(long).not.toMatch(/stack|node_modules|\d+\.\d+\.\d+/i)
  })

  test('with a long URL gets 414', async () => {
    const answer = await fetch(url(`/api/entity/Task?txt=${'x'.repeat(17_000)}`))
    expect([answer.status, ((await answer.json()) as { exc_type: string }).exc_type]).toEqual([414, 'BadRequest'])
  })

  test('is kept alive and answers HEAD without a body', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const method of ['GET', 'HEAD', 'GET']) {
      const length = await new Promise<number>((resolve, reject) => {
        const call = request(url('/api/entity/Task'), { agent, method, headers: { cookie: staff } }, (answer) => {
          let bytes = 0
          answer.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes))
        })
        call.on('error', reject).end()
      })
      expect(length > 0).toBe(method === 'GET')
    }
    agent.destroy()
  })
})

describe('answers', () => {
  const ask = (path: string, encoding: string) =>
    new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
      const headers = { cookie: staff, ...(encoding ? { 'accept-encoding': encoding } : {}) }
      get(url(path), { headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(chunks) }))
      }).on('error', reject)
    })

  test('of the API are compressed when they are long and the client accepts it', async () => {
    const list = '/api/entity/Task'
    const plain = await ask(list, '')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const small = await ask(list, 'gzip')
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3)
    expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true)
    expect((await ask(list, 'br;q=0, gzip;q=0')).headers['content-encoding']).toBeUndefined()
    expect((await ask(list, 'gzip, deflate, br')).headers['content-encoding']).toBe('br')
    expect((await ask('/api/health', 'gzip, br')).headers['content-encoding']).toBeUndefined()
    expect((await ask('/api/app/get_translations', 'br')).headers['content-encoding']).toBe('br')
  })

  test('of the front end are its page for every deep link, under a policy without inline script', async () => {
    for (const path of [
      '/',
      '/app/Task/TASK-0001',
      '/app/No%20Such%20Thing',
      '/login?x=1',
      '/forgot-password',
      '/profile',
      '/validate-password?key=abc',
    ]) {
      const answer = await fetch(url(path))
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|upgrade-insecure-requests/)
      expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  test('are 404 at an address that belongs to nothing', async () => {
    for (const path of ['/metrics', '/apix', '/API/entity/Task', '/filesystem', '/.env', '/wp-login.php', '/project']) {
      const answer = await fetch(url(path))
      expect([path, answer.status]).toEqual([path, 404])
      expect(await answer.json()).toMatchObject({ status: 404, exc_type: 'DoesNotExistError' })
      // A browser visit gets the page.
      const page = await fetch(url(path), { headers: { accept: 'text/html,*/*' } })
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
    }
    expect((await fetch(url('/%E0%A4%A'))).status).toBe(400)
  })

  test('are the page, too, at a malformed address', async () => {
    for (const path of ['/app/%', '/app/Contact/100%', '/app/%E0%A4%A?a=%']) {
      const page = await fetch(url(path))
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
    for (const path of ['/api/entity/%', '/assets/%', '/files/%']) {
      expect((await fetch(url(path))).headers.get('content-type')).not.toMatch(/html/)
    }
  })

  test('are cached for good when their name has a hash, for a week as icons, and revalidated as the page', async () => {
    const asset = await fetch(url('/assets/index-Ab12Cd34.js'), { headers: { 'accept-encoding': 'br' } })
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect((await asset.text()).length).toBeGreaterThan(5000)
    const icon = await fetch(url('/assets/icons/add.svg'))
    expect(icon.headers.get('cache-control')).toBe('public, max-age=604800')
    const page = await fetch(url('/'))
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const again = await fetch(url('/'), { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
    expect((await fetch(url('/assets/index-gone0000.js'))).status).toBe(404)
  })

  test('never come from outside the front end’s folder', async () => {
    for (const path of [
      '/../outside.txt',
      '/assets/../../outside.txt',
      '/%2e%2e/outside.txt',
      '/..%2foutside.txt',
      '/assets/..%5c..%5coutside.txt',
    ]) {
      const text = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(text).not.toContain('outside\r\n')
      expect(text.endsWith('outside')).toBe(false)
    }
  })
})

test('each call leaves one line in web.log, without its query', async () => {
  const answer = await fetch(url('/api/auth/validate?key=secret-key'), { headers: { cookie: staff } })
  const id = answer.headers.get('x-request-id')
  await expect
    .poll(async () =>
      (await readFile(join(site.config.dir, 'logs', 'web.log'), 'utf8'))
        .split('\n')
        .filter((line) => line.includes(String(id))),
    )
    .toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z [0-9a-f]{16} 200 GET \/api\/auth\/validate staff@example\.com \d+\.\d$/,
      ),
    ])
})
