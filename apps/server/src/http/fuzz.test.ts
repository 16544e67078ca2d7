import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let dist: string
let cookies: (string | undefined)[]

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tavla-dist-'))
  await writeFile(join(dist, 'index.html'), '<!doctype html>')
  site = await makeTestSite({ frontEnd: dist })
  cookies = [undefined, 'sid=nonsense', await site.signIn('staff@example.com'), await site.signIn('Administrator')]
})

afterAll(() => rm(dist, { recursive: true, force: true }))

/** A seeded random generator (mulberry32), so that every run sends the same calls. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']
const entities = [
  'Task',
  'User',
  'Entity',
  'Session',
  'File',
  'Communication',
  'System Settings',
  'Task Item',
  'Version',
  'nothing',
]
const paths = [
  '/api/entity/{e}',
  '/api/entity/{e}/{x}',
  '/api/entity/{e}/meta',
  '/api/entity/{e}/bulk-update',
  '/api/entity/{e}/{x}?run_method={x}',
  '/api/user',
  '/api/user/{x}',
  '/api/user/profiles',
  '/api/auth/validate',
  '/api/auth/login',
  '/api/auth/reset_password',
  '/api/auth/set_password',
  '/api/utils/rename_entity',
  '/api/utils/get_link_field_list',
  '/api/app/get_translations',
  '/api/app/submit_translation',
  '/api/app/get_navigation',
  '/api/app/get_communications',
  '/api/health',
  '/api/{x}',
  '/{x}',
  '/files/{x}',
  '/private/files/{x}',
  '/api/files',
]
const keys = [
  'id',
  'filters',
  'or_filters',
  'fields',
  'order_by',
  'limit_start',
  'limit_page_length',
  'entity',
  'txt',
  'language',
  'subject',
  'status',
  'checklist',
  'email',
  'password',
  'key',
  'oldName',
  'newName',
  'data',
  'entities',
  'modified',
  'roles',
  'sourceText',
  'translatedText',
  'whatsapp_contact_id',
  'due_date',
  'points',
  'config',
  '__proto__',
  'constructor',
]
const oddTexts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  'undefined',
  '[]',
  '{}',
  '{"a":',
  '%',
  '%00',
  '\u0000',
  '../../etc/passwd',
  "' or 1=1 --",
  '"',
  '\\',
  '<script>',
  '😀',
  '\ud800',
  'א'.repeat(200),
  'x'.repeat(3000),
  'TASK-0001',
  'Administrator',
  'staff@example.com',
  '__proto__',
  'constructor',
  'toString',
  '2026-02-30',
  '9'.repeat(400),
  '{"status":["like","%"]}',
  '[["status","in",["Open"]]]',
  '[["id","between",[1]]]',
  '{"id":{"$ne":1}}',
]
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/offset+octet-stream',
  '',
  'application/x-www-form-urlencoded',
  '\u00e9',
]

test('no malformed call makes the server fail or reveal internals', { timeout: 120_000 }, async () => {
  const random = makeRandom(Number(process.env.FUZZ_SEED ?? 20_261_120))
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const value = (depth = 0): unknown => {
    const kind = Math.floor(random() * (depth > 3 ? 5 : 8))
    if (kind === 0) return pick([0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 1])
    if (kind === 1) return pick([true, false, null])
    if (kind <= 4) return pick(oddTexts)
    if (kind === 5) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1))
    return Object.fromEntries(Array.from({ length: Math.floor(random() * 5) }, () => [pick(keys), value(depth + 1)]))
  }
  const failures: unknown[] = []
  for (let n = 0; n < Number(process.env.FUZZ_CALLS ?? 4000); n++) {
    const method = pick(methods)
    const target = pick(paths)
      .replace('{e}', () => encodeURIComponent(pick(entities)))
      .replaceAll('{x}', () =>
        random() < 0.8
          ? encodeURIComponent(pick(oddTexts).toWellFormed())
          : pick(['%E0%A4%A', '%zz', 'a/b', '..', '%2e%2e', '+']),
      )
    const query = Array.from({ length: Math.floor(random() * 4) }, () => {
      const given = random() < 0.5 ? pick(oddTexts) : JSON.stringify(value())
      return `${pick(keys)}=${random() < 0.9 ? encodeURIComponent((given ?? '').toWellFormed()) : pick(['%', '%zz', '&', '='])}`
    }).join('&')
    const path = query ? `${target}${target.includes('?') ? '&' : '?'}${query}` : target
    const hasBody = method !== 'GET' && method !== 'HEAD' && random() < 0.8
    const body = random() < 0.8 ? JSON.stringify(value()) : pick(oddTexts)
    const headers: Record<string, string> = {}
    if (hasBody) headers['content-type'] = random() < 0.75 ? 'application/json' : pick(types)
    if (random() < 0.1)
      headers[
        pick([
          'accept-language',
          'accept-encoding',
          'if-none-match',
          'range',
          'upload-length',
          'upload-offset',
          'origin',
          'sec-fetch-site',
          'x-forwarded-for',
          'user-agent',
        ])
      ] = pick(oddTexts).replace(/[^\x20-\x7e]/g, '?')
    const as = pick(cookies)
    const answer = await site.call(method, path, { ...(hasBody ? { body: body ?? '' } : {}), headers, as })
    const leaks = /\bat .*\.(ts|js):\d|node_modules|SQLITE|SqliteError|syntax error at|TypeError|RangeError/.test(
      answer.text,
    )
    if (answer.status >= 500 || leaks)
      failures.push({
        method,
        path: path.slice(0, 300),
        body: hasBody ? String(body).slice(0, 300) : undefined,
        headers,
        as: cookies.indexOf(as),
        status: answer.status,
        text: answer.text.slice(0, 200),
      })
    if (path.startsWith('/api/auth/logout'))
      cookies = [undefined, 'sid=nonsense', await site.signIn('staff@example.com'), await site.signIn('Administrator')]
  }
  expect(failures.slice(0, 5), `${failures.length} failures`).toEqual([])
})
