import { request as httpRequest } from 'node:http'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fileTests, photo } from './testing.ts'

const { site, people, call, newContact, upload } = fileTests()

describe('serving', () => {
  test('a public file needs no session, and browsers cache it', async () => {
    const { file_url } = await upload(people.dana, photo, { filename: 'p.png' })
    const answer = await fetch(`${site.url}${file_url}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="p.png"; filename*=UTF-8\'\'p.png',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy':
        "sandbox; default-src 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'unsafe-inline'",
      'content-length': String(photo.length),
    })
    const known = { 'if-none-match': answer.headers.get('etag') as string }
    expect((await fetch(`${site.url}${file_url}`, { headers: known })).status).toBe(304)
    const head = await fetch(`${site.url}${file_url}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(photo.length)])
  })

  test('ranges work', async () => {
    const { file_url } = await upload(people.dana, '0123456789', { filename: 'r.txt' })
    const part = await fetch(`${site.url}${file_url}`, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await fetch(`${site.url}${file_url}`, { headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test.each([
    ['page.html', '<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
    ['image.png', '<html><script>alert(1)</script></html>', 'application/octet-stream'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
  ])('%s cannot run anything', async (filename, content, type) => {
    const { file_url } = await upload(people.dana, content, { filename })
    const { headers } = await fetch(`${site.url}${file_url}`)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a name cannot break out of its header', async () => {
    const { file } = await upload(people.dana, 'x1', { filename: 'a"; filename=evil.exe\r\nX-Evil: 1.txt' })
    const { headers } = await fetch(`${site.url}${file.file_url}`)
    expect(headers.get('x-evil')).toBeNull()
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="[^"]*"; filename\*=UTF-8''[\w.%-]+$/)
  })

  test.each([
    '/files/..%252fconfig.json',
    '/files/',
    '/files/nothing-000000.png',
    '/files//etc/passwd',
    '/private/files/nothing-000000.png',
  ])('%s is not found', async (path) => {
    expect((await rawGet(path, people.dana)).status).toBe(404)
  })

  test.each([
    '/files/..%2f..%2fconfig.json',
    '/files/%2e%2e%2fconfig.json',
    '/files/..%5cconfig.json',
    '/files/%2e%2e/site.key',
    '/files/a%00-3f9c2b.png',
    '/private/files/..%2f..%2fsite.key',
  ])('%s is no address at all', async (path) => {
    expect((await rawGet(path, people.dana)).status).toBe(400)
  })

  test("another site's page cannot read a private file, and an allowed one can embed it", async () => {
    const console = 'https://console.example.org'
    site.site.config.allowedOrigins.add(console)
    const { file_url } = await upload(people.dana, photo, { filename: 'corp.png', is_private: '1' })
    const policyFor = async (headers: Record<string, string>) =>
      (await call(people.dana, file_url, { headers })).headers.get('cross-origin-resource-policy')
    expect(await policyFor({})).toBe('same-site')
    expect(await policyFor({ origin: 'https://evil.example.org' })).toBe('same-site')
    expect(await policyFor({ referer: 'https://evil.example.org/' })).toBe('same-site')
    expect(await policyFor({ origin: console })).toBe('cross-origin')
    expect(await policyFor({ referer: `${console}/` })).toBe('cross-origin')
    site.site.config.allowedOrigins.delete(console)
  })

  test('a private file is for its owner, System Managers and users who may read its record', async () => {
    const { id } = await newContact()
    const attached = await upload(people.dana, 'of the contact', {
      filename: 'c.txt',
      entity: 'Contact',
      id,
      is_private: '1',
    })
    const alone = await upload(people.dana, 'of nobody', { filename: 'n.txt', is_private: '1' })
    const statuses = async (url: string) => {
      const answers = [people.dana, people.noa, people.manager, people.bare, ''].map(
        async (cookie) => (await call(cookie, url)).status,
      )
      return Promise.all(answers)
    }
    expect(await statuses(attached.file_url)).toEqual([200, 200, 200, 403, 401])
    expect(await statuses(alone.file_url)).toEqual([200, 403, 200, 403, 401])
    const { headers } = await call(people.dana, alone.file_url)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(await statuses(alone.file_url.replace('/private', ''))).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(`${alone.file_url}?thumb=1`)).toEqual([200, 403, 200, 403, 401])
  })

  test('scaled copies keep the format, and a file that cannot be scaled is served unchanged', async () => {
    const { file_url } = await upload(people.dana, photo, { filename: 'big.png' })
    for (const [query, width] of [
      ['thumb=1', 128],
      ['width=64', 64],
      ['width=512', 512],
      ['width=9999', 800],
      ['thumb=0', 800],
    ] as const) {
      const bytes = Buffer.from(await (await fetch(`${site.url}${file_url}?${query}`)).arrayBuffer())
      expect(await sharp(bytes).metadata(), query).toMatchObject({ format: 'png', width })
    }
    const text = await upload(people.dana, 'no picture', { filename: 'x.png' })
    expect(await (await fetch(`${site.url}${text.file_url}?thumb=1`)).text()).toBe('no picture')
    const bomb = Buffer.from(photo)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const bad = await upload(people.dana, bomb, { filename: 'bomb.png' })
    expect((await fetch(`${site.url}${bad.file_url}?width=512`)).headers.get('content-length')).toBe(
      String(bomb.length),
    )
  })
})

/** `fetch` would normalise the path before it sends it. */
function rawGet(path: string, cookie: string): Promise<{ status: number }> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, headers: { cookie } }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0 })
    })
      .on('error', reject)
      .end()
  })
}
