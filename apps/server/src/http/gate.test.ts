import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'
import { isOddTarget } from './plugins/targets.ts'

let site: TestSite
let port: number
let dist: string
let staff: string
let ended: string
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'tavla-dist-'))
  await writeFile(join(dist, 'index.html'), '<!doctype html><title>Tavla</title>')
  site = await makeTestSite({ frontEnd: dist })
  port = Number(new URL(await site.listen()).port)
  staff = await site.signIn('staff@example.com')
  ended = await site.signIn('manager@example.com')
  await site.call('POST', '/api/auth/logout', { as: ended })
})

afterAll(async () => {
  agent.destroy()
  await rm(dist, { recursive: true, force: true })
})

interface RawAnswer {
  status: number
  type: string
  text: string
}

/** Sends a call with the target unchanged: the client normalises nothing. */
function ask(method: string, path: string, cookie?: string, body?: string, more: object = {}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...more,
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const call = request({ port, host: '127.0.0.1', method, path, agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text }),
      )
    })
    call.on('error', reject).end(body)
  })
}

const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Other spellings of the path, as an attacker would write it to have it read in two ways. */
function spellingsOf(path: string): string[] {
  const parts = path.split('/')
  const withEscape = (at: number, which: (part: string) => number) =>
    parts.map((part, n) => {
      const i = which(part)
      return n === at ? `${part.slice(0, i)}${escaped(part[i] ?? 'x')}${part.slice(i + 1)}` : part
    })
  const spelled = parts.flatMap((part, at) =>
    part === '' ? [] : [withEscape(at, () => 0).join('/'), withEscape(at, (text) => text.length - 1).join('/')],
  )
  return [
    ...spelled,
    ...spelled.map((text) => text.replace(/%[0-9a-f]{2}/, (code) => code.toUpperCase())),
    ...spelled.map((text) => text.replace('%', '%25')),
    `http://localhost${path}`,
    `http://somewhere.example${path}`,
    `/x/..${path}`,
    `/%2e%2e${path}`,
    `/.${path}`,
    `/${path}`,
    `/%5c..${path}`,
    `${path}/`,
    `${path}%00`,
    `${path}%2f`,
    path.replaceAll('/', '%2f'),
    path.replace('/', '/%2f'),
    path.replaceAll('/', '\\'),
    path.toUpperCase(),
  ]
}

/**
 * These routes allow guests themselves, and ask for a proof of their own where they give something; sign-in answers 401
 * as well.
 */
const openRoutes = [
  'GET /api/app/get_translations',
  'GET /api/auth/logout',
  'GET /api/auth/validate',
  'GET /api/health',
  'GET /api/health/live',
  'GET /api/hooks/whatsapp/:id',
  'GET /api/internal/backup/*',
  'GET /api/internal/facts',
  'GET /api/internal/failed_messages',
  'GET /api/internal/info',
  'GET /api/internal/logs',
  'GET /files/*',
  'GET /manifest.webmanifest',
  'GET /sw.js',
  'POST /api/auth/logout',
  'POST /api/auth/reset_password',
  'POST /api/hooks/email/:id',
  'POST /api/hooks/whatsapp/:id',
  'POST /api/internal/backup',
  'POST /api/internal/definitions',
  'POST /api/internal/end_hq_sessions',
  'POST /api/internal/records',
  'POST /api/internal/reset_password',
  'PUT /api/internal/records/*',
]

const pathOf = (url: string) => url.replaceAll(/:\w+/g, 'x').replace('*', 'x.png')

describe('a guest and a user whose session has ended', () => {
  test('are admitted only by routes that allow them', async () => {
    const open: string[] = []
    for (const [url, methods] of site.server.paths) {
      for (const method of methods) {
        if (method === 'OPTIONS') continue
        for (const cookie of [undefined, ended]) {
          const { status } = await ask(method, pathOf(url), cookie, method === 'POST' ? '{}' : undefined)
          expect(status, `${method} ${url}`).toBeLessThan(500)
          if (status !== 401) open.push(`${method} ${url}`)
        }
      }
    }
    expect([...new Set(open)].filter((route) => !route.startsWith('HEAD ')).sort()).toEqual(openRoutes)
  })

  test('are told to sign in at unknown addresses and for wrong methods', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/app/get_navigation'],
      ['GET', '/api/auth/login'],
      ['PURGE', '/api/entity/Task'],
    ] as const) {
      expect([method, path, (await ask(method, path)).status]).toEqual([method, path, 401])
    }
    expect((await ask('GET', '/api/nothing', staff)).status).toBe(404)
    expect((await ask('GET', '/api/auth/login', staff)).status).toBe(405)
  })

  test('reach no route by another spelling of its path', async () => {
    const reached: string[] = []
    for (const [url, methods] of site.server.paths) {
      for (const method of [...methods].filter((one) => one !== 'OPTIONS' && one !== 'HEAD')) {
        for (const path of spellingsOf(pathOf(url))) {
          const body = method === 'GET' || method === 'HEAD' ? undefined : '{}'
          const { status, type } = await ask(method, path, method === 'GET' ? ended : undefined, body)
          const isPage = status === 200 && type.startsWith('text/html')
          if (!isPage && ![400, 401, 403, 404, 405].includes(status)) reached.push(`${method} ${path} ${status}`)
        }
      }
    }
    expect(reached.slice(0, 10)).toEqual([])
  })

  test('get the page, which reports the error, when they visit a mistyped address of a screen', async () => {
    const visit = { 'sec-fetch-mode': 'navigate', accept: 'text/html' }
    for (const path of ['/app/Task/a%2Fb', '/app/Task/%00', '/app/%54ask']) {
      const { status, type } = await ask('GET', path, undefined, undefined, visit)
      expect([path, status, type]).toEqual([path, 400, 'text/html; charset=utf-8'])
    }
    for (const path of ['/%61pi/auth/validate', '/ap%69', '/fil%65s/x.png', 'http://x/app']) {
      expect([path, (await ask('GET', path, undefined, undefined, visit)).type]).toEqual([
        path,
        'application/json; charset=utf-8',
      ])
    }
  })

  test('cannot correct texts', async () => {
    const body = JSON.stringify({ sourceText: 'Login', translatedText: 'HACKED', language: 'he' })
    for (const path of [
      '/%61pi/app/submit_translation',
      '/ap%69/app/submit_translation',
      'http://x/api/app/submit_translation',
    ]) {
      expect((await ask('POST', path, undefined, body)).status).toBe(400)
      expect((await ask('POST', path, staff, body)).status).toBe(400)
    }
    expect((await ask('GET', '/api/app/get_translations')).text).not.toContain('HACKED')
  })
})

describe('a target', () => {
  test('is odd when it can be read in two ways', () => {
    const odd = [
      '/%61pi',
      '/ap%69/x',
      '/api/%2e%2E/x',
      '/api%2fentity',
      '/api/x%5Cy',
      '/api/a%00',
      '/api/a%0d%0a',
      '/%2561pi',
      '/api/entity/Task/%31',
      '/api/entity/T%5ask',
      'http://x/api',
      'x/api',
      '*',
      '',
    ]
    for (const target of odd) expect([target, isOddTarget(target)]).toEqual([target, true])
  })

  test('may contain characters of names: spaces, signs and other scripts', () => {
    const plain = [
      '/',
      '/api/user/dana%40example.com',
      '/api/entity/System%20Settings',
      '/api/entity/Task/100%25',
      '/api/entity/Task/100%2541',
      `/api/entity/${encodeURIComponent('אנשי קשר')}`,
      `/api/entity/Task/${encodeURIComponent('a+b&c=d?e#f:g;h,[i]{j}|k^l`m"n')}`,
      '/app/Contact/100%',
      '/api/entity/Task?txt=%61%2e%2f',
    ]
    for (const target of plain) expect([target, isOddTarget(target)]).toEqual([target, false])
  })
})

test('every call counts against the general limit, however its path is spelled, and so does a guess of a file’s name', async () => {
  const limited = await makeTestSite({ rateLimit: 30, change: (config) => ({ ...config, guestRateLimit: 10 }) })
  const statuses = async (times: number, path: string, as?: string) => {
    const all: number[] = []
    for (let n = 0; n < times; n++) all.push((await limited.call('GET', path, { as })).status)
    return all
  }
  expect((await statuses(12, '/%61pi/auth/validate')).filter((status) => status === 429)).toHaveLength(2)
  expect(await statuses(1, '/api/auth/validate')).toEqual([429])
  expect(await statuses(3, '/api/health')).toEqual([200, 200, 200])
  const manager = await limited.signIn('manager@example.com').catch(() => undefined)
  expect(manager).toBeUndefined()
})

test('guesses of public files’ names run into the limit, reads of existing files do not', async () => {
  const limited = await makeTestSite({ rateLimit: 30, change: (config) => ({ ...config, guestRateLimit: 10 }) })
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await limited.call('GET', `/files/logo-00000${n % 10}.png`)).status)
  expect(statuses).toEqual([...new Array<number>(10).fill(404), 429, 429])
})
