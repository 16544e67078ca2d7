import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let staff: string

beforeAll(async () => {
  site = await makeTestSite({
    publicUrl: 'https://acme.example.com',
    allowedOrigins: ['https://hq.example.com', 'http://localhost:8000'],
  })
  staff = await site.signIn('staff@example.com')
})

const login = { user: 'nobody@example.com', password: 'x' }
const allowed = 'https://hq.example.com'

describe('the right to change something', () => {
  const rows: [headers: Record<string, string>, isAllowed: boolean][] = [
    [{}, true],
    [{ origin: 'https://acme.example.com' }, true],
    [{ origin: allowed }, true],
    [{ origin: 'http://127.0.0.1:8000' }, true],
    [{ origin: 'http://localhost:80', host: 'localhost:80' }, true],
    [{ origin: 'https://evil.example.com' }, false],
    [{ origin: 'https://acme.example.com.evil.com' }, false],
    [{ origin: 'http://acme.example.com' }, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ origin: allowed, 'sec-fetch-site': 'cross-site' }, true],
  ]

  test.each(rows)('%j', async (headers, isAllowed) => {
    const post = await site.call('POST', '/api/auth/login', { body: login, headers })
    expect(post.status).toBe(isAllowed ? 401 : 403)
    const put = await site.call('PUT', '/api/user/staff@example.com', { body: { bio: 'x' }, headers, as: staff })
    expect(put.status).toBe(isAllowed ? 200 : 403)
    const patch = await site.call('PATCH', '/api/files?patch=none', {
      body: 'x',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream' },
      as: staff,
    })
    expect(patch.status === 403).toBe(!isAllowed)
    const read = await site.call('GET', '/api/auth/validate', { headers, as: staff })
    expect(read.status).toBe(200)
  })

  test.each([
    ['another site’s page', { 'sec-fetch-site': 'cross-site' }],
    ['a picture in a mail', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ])('%s cannot sign a user out', async (_, headers) => {
    expect((await site.call('GET', '/api/auth/logout', { headers, as: staff })).status).toBe(403)
    expect((await site.call('GET', '/api/auth/validate', { as: staff })).json.user).toBe('staff@example.com')
  })
})

describe('pages of other origins', () => {
  test('may call with credentials when they are listed', async () => {
    const answer = await site.call('GET', '/api/entity/Task', { headers: { origin: allowed }, as: staff })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': allowed,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers':
        'Upload-Offset, Upload-Length, Retry-After, X-Request-Id, ETag, Operation-Id, Operation-Repeated',
      vary: expect.stringContaining('Origin'),
    })
  })

  test('get the headers on refusals, too', async () => {
    const answer = await site.call('GET', '/api/entity/Task', { headers: { origin: allowed } })
    expect(answer).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': allowed } })
  })

  test('get an answer to their preflight', async () => {
    const ask = (origin: string) =>
      site.call('OPTIONS', '/api/entity/Task', { headers: { origin, 'access-control-request-method': 'PUT' } })
    const yes = await ask(allowed)
    expect(yes.status).toBe(204)
    expect(yes.headers).toMatchObject({
      'access-control-allow-origin': allowed,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        'Content-Type, If-None-Match, Upload-Offset, Upload-Length, Upload-Name, Operation-Id',
      'access-control-max-age': '600',
    })
    const no = await ask('https://evil.example.com')
    expect(Object.keys(no.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('get no headers when they are not listed', async () => {
    for (const origin of [
      'https://evil.example.com',
      'null',
      'https://hq.example.com.evil.com',
      'http://hq.example.com',
    ]) {
      const answer = await site.call('GET', '/api/auth/validate', { headers: { origin }, as: staff })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })
})

describe('the cookie', () => {
  test('is sent over https only where the site uses https', async () => {
    const answer = await site.call('POST', '/api/auth/login', {
      body: { user: 'staff@example.com', password: 'the demo password' },
    })
    const [session, device] = [answer.headers['set-cookie']].flat()
    expect(session).toMatch(/^__Host-sid=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/)
    expect(device).toMatch(/^__Host-device=.*; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure$/)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })
})
