import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let staff: TestSite
let hq: TestSite
let dist: string
let manager: string

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tavla-dist-'))
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Tavla</title>')
  await writeFile(join(dist, 'sw.js'), '/* worker */')
  staff = await makeTestSite({ frontEnd: dist })
  hq = await makeTestSite({ frontEnd: dist, hq: true })
  manager = await staff.signIn('manager@example.com')
})

afterAll(() => rm(dist, { recursive: true, force: true }))

const set = (body: object) => staff.call('PUT', '/api/entity/System Settings', { body, as: manager })

test('guests get the manifest of a staff site, with its title and the direction of its language', async () => {
  const { status, headers, text } = await staff.call('GET', '/manifest.webmanifest')
  const manifest = JSON.parse(text)
  expect([status, headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const fixed = { start_url: '/app', scope: '/', display: 'standalone' }
  expect(manifest).toMatchObject({ ...fixed, name: 'Tavla', lang: 'en', dir: 'ltr' })
  const sizes = manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)
  expect(sizes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '192x192 maskable', '512x512 maskable']))

  await set({ site_title: 'הסטודיו של "דנה"', default_language: 'he' })
  const changed = await staff.call('GET', '/manifest.webmanifest')
  expect(JSON.parse(changed.text)).toMatchObject({ ...fixed, name: 'הסטודיו של "דנה"', lang: 'he', dir: 'rtl' })
})

test('the worker is checked at every visit, and may call nothing but its own server', async () => {
  const { status, headers, text } = await staff.call('GET', '/sw.js')
  expect([status, text]).toEqual([200, '/* worker */'])
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' })
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
  const again = await staff.call('GET', '/sw.js', { headers: { 'if-none-match': String(headers.etag) } })
  expect(again.status).toBe(304)
})

test('HQ has neither, and its page may have none', async () => {
  for (const path of ['/sw.js', '/manifest.webmanifest']) expect((await hq.call('GET', path)).status).toBe(404)
  const policyOf = async (site: TestSite) =>
    (await site.call('GET', '/login', { headers: { accept: 'text/html' } })).headers['content-security-policy']
  expect(await policyOf(hq)).toContain("worker-src 'none'; manifest-src 'none'")
  expect(await policyOf(staff)).toContain("worker-src 'self'; manifest-src 'self'")
})

test('validate tells how long copies for reading may be kept, and whether at all', async () => {
  await set({ session_idle_hours: 24 })
  const { json } = await staff.call('GET', '/api/auth/validate', { as: manager })
  expect(json).toMatchObject({ idle_hours: 24, offline_copies: 1 })
  await set({ offline_copies: 0 })
  expect((await staff.call('GET', '/api/auth/validate', { as: manager })).json.offline_copies).toBe(0)
})
