import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProblemPayload } from '@tavla/contract'
import { afterAll } from 'vitest'
import { createSite, type RunningSite } from '../app.ts'
import { readSiteConfig, type SiteConfig, type SiteOptions } from '../config/site-config.ts'
import type { NewTestDatabase } from '../store/testing.ts'
import { copySiteTemplate, passwords, usual } from './site-template.ts'

export { passwords }

type InjectedResponse = Awaited<ReturnType<RunningSite['inject']>>

export interface TestCall {
  body?: unknown
  headers?: Record<string, string>
  /** Cookie header of a session, from `signIn`. */
  as?: string | undefined
  /** The caller's address; loopback by default. */
  from?: string
}

export interface Answer {
  status: number
  headers: InjectedResponse['headers']
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  json: any
}

/** A real site in a folder of its own, called without a network unless a test listens. */
export interface TestSite extends RunningSite {
  config: SiteConfig
  call(method: string, path: string, call?: TestCall): Promise<Answer>
  /** Cookie header of a fresh session; the password defaults to the demo users'. */
  signIn(user: string, password?: string): Promise<string>
}

export interface TestSiteOptions extends SiteOptions {
  /** Data of a site that was closed earlier; without it, a folder is created and removed. */
  dir?: string
  frontEnd?: string
  /** Creates the PostgreSQL database of its records, which otherwise are in a file. */
  database?: NewTestDatabase
  /** Starts with an empty site where the records are missing. */
  isNew?: boolean
  /** Really starts a new site, instead of a copy of one with the same data. */
  isFirstStart?: boolean
  /** Changes the configuration before the site is created. */
  change?: (config: SiteConfig) => SiteConfig
}

/** Options that decide what a first start stores. */
const fromFirstStart = ['sample', 'adminPassword', 'demoPassword', 'databaseUrl', 'hq', 'siteId'] as const

/** Creates a site for the tests of one file, removed after them. */
export async function makeTestSite({
  dir: old,
  frontEnd,
  database,
  isNew = false,
  isFirstStart = false,
  change,
  ...options
}: TestSiteOptions = {}): Promise<TestSite> {
  const dir = old ?? (await mkdtemp(join(tmpdir(), 'tavla-site-')))
  const isUsual = !fromFirstStart.some((name) => name in options && options[name] !== usual[name])
  const copied = old === undefined && !isFirstStart && isUsual ? await copySiteTemplate(dir, database) : usual
  const read = readSiteConfig(dir, { ...copied, ...options })
  const config = change ? change(read) : read
  const running = await createSite(config, { isNew, ...(frontEnd === undefined ? {} : { frontEnd }) })
  afterAll(async () => {
    await running.close()
    if (old === undefined) await rm(dir, { recursive: true, force: true })
  })
  const call: TestSite['call'] = async (method, path, { body, headers = {}, as, from } = {}) => {
    const response = await running.inject({
      method: method as 'GET',
      url: path,
      ...(from === undefined ? {} : { remoteAddress: from }),
      headers: { ...(as ? { cookie: as } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return present(response)
  }
  return {
    ...running,
    config,
    call,
    async signIn(user, password = user === 'Administrator' ? passwords.admin : passwords.demo) {
      const answer = await call('POST', '/api/auth/login', { body: { user, password } })
      if (answer.status !== 200) throw new Error(`${user} could not sign in: ${answer.text}`)
      return cookieOf(answer)
    },
  }
}

/** The session cookie that an answer sets, as a Cookie header. */
export function cookieOf(answer: Pick<Answer, 'headers'>): string {
  return cookiesOf(answer)[0] ?? ''
}

/** All cookies that an answer sets, each as `name=value`. */
export function cookiesOf({ headers }: Pick<Answer, 'headers'>): string[] {
  return [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';', 1)[0] ?? '')
}

/** First message of the payload, as the client reads it (reference: http-api, Errors). */
export function messageOf(payload: ProblemPayload): { title: string; message: string } {
  const [first] = JSON.parse(payload._server_messages) as { title: string; message: string }[]
  return first as { title: string; message: string }
}

function present(response: InjectedResponse): Answer {
  const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    json: isJson && response.payload ? response.json() : undefined,
  }
}
