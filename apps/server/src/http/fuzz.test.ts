import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Nonsense, revealsInternals } from '../testing/nonsense.ts'
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
  '/api/utils/resolve_links',
  '/api/app/get_translations',
  '/api/app/submit_translation',
  '/api/app/get_navigation',
  '/api/app/get_home',
  '/api/app/get_communications',
  '/api/health',
  '/api/{x}',
  '/{x}',
  '/files/{x}',
  '/private/files/{x}',
  '/api/files',
]
const oddPaths = ['%E0%A4%A', '%zz', 'a/b', '..', '%2e%2e', '+']

test('no malformed call makes the server fail or reveal internals', async () => {
  const nonsense = new Nonsense(Number(process.env.FUZZ_SEED ?? 20_261_120))
  const { random, text, entity } = nonsense
  const failures: unknown[] = []
  for (let n = 0; n < Number(process.env.FUZZ_CALLS ?? 4000); n++) {
    const method = nonsense.pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])
    const target = nonsense
      .pick(paths)
      .replace('{e}', () => encodeURIComponent(entity()))
      .replaceAll('{x}', () => (random() < 0.8 ? encodeURIComponent(text().toWellFormed()) : nonsense.pick(oddPaths)))
    const query = nonsense.query()
    const path = query ? `${target}${target.includes('?') ? '&' : '?'}${query}` : target
    const hasBody = method !== 'GET' && method !== 'HEAD' && random() < 0.8
    const body = nonsense.body()
    const headers = { ...(hasBody && { 'content-type': nonsense.contentType() }), ...nonsense.headers(1) }
    const as = nonsense.pick(cookies)
    const answer = await site.call(method, path, { ...(hasBody ? { body } : {}), headers, as })
    if (answer.status >= 500 || revealsInternals(answer.text))
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
