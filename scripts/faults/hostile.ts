import { Agent, request } from 'node:http'
import path from 'node:path'
import { createSite } from '../../apps/server/src/app.ts'
import { readSiteConfig } from '../../apps/server/src/config/site-config.ts'
import { expectThat, type Fault } from './fault.ts'
import { hostileSockets } from './hostile-sockets.ts'
import { adminPassword, temporaryFolder } from './site-process.ts'

/** Number of calls; the number of socket frames is a tenth of it. */
const calls = Number(process.env.HOSTILE_CALLS ?? 100_000)
const together = 16

/** Malformed requests of every kind to every registered route, by guests, staff and a manager, over real connections. */
export const hostile: Fault = {
  name: 'hostile requests',
  async run() {
    const config = readSiteConfig(path.join(temporaryFolder(), 'site'), {
      sample: true,
      port: 0,
      rateLimit: 0,
      adminPassword,
      demoPassword: adminPassword,
    })
    const site = await createSite(config)
    const { port } = new URL(await site.listen())
    const problems: string[] = []
    process.on('unhandledRejection', (error) => problems.push(`unhandled: ${String(error)}`))
    process.on('uncaughtException', (error) => problems.push(`uncaught: ${String(error)}`))
    const routes = [...site.server.paths].flatMap(([url, methods]) => [...methods].map((method) => ({ url, method })))
    const attacker = new Attacker(Number(port), routes, Number(process.env.HOSTILE_SEED ?? 20_261_122))
    await attacker.signIn()
    const statuses = await attacker.run(problems)
    const frames = await hostileSockets(
      `http://127.0.0.1:${port}`,
      await attacker.cookieOf('staff@example.com'),
      calls / 10,
    )
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`)
    expectThat(answer.status === 200, `After it the site's health is ${answer.status}.`)
    await site.close()
    expectThat(problems.length === 0, `${problems.length} problems, the first: ${problems.slice(0, 3).join(' | ')}`)
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`)
    return `${calls} calls to ${routes.length} routes (${counts.join(', ')}), ${frames} frames; none 5xx, no stack, nobody in`
  },
}

/** The same pseudo-random numbers on every run: mulberry32. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Call {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
  as: string
}

interface Seen {
  status: number
  text: string
}

const leak = /\bat .*\.(ts|js):\d|node_modules|SQLITE|SqliteError|syntax error at|TypeError|RangeError|\/apps\/server\//

class Attacker {
  readonly #port: number
  readonly #routes: readonly { url: string; method: string }[]
  readonly #random: () => number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: together })
  #cookies = new Map<string, string>()

  constructor(port: number, routes: readonly { url: string; method: string }[], seed: number) {
    this.#port = port
    this.#routes = routes
    this.#random = makeRandom(seed)
  }

  async signIn(): Promise<void> {
    this.#cookies = new Map([
      ['guest', ''],
      ['nonsense', `sid=${'A'.repeat(43)}`],
      ['staff', await this.cookieOf('staff@example.com')],
      ['manager', await this.cookieOf('manager@example.com')],
    ])
  }

  async cookieOf(user: string): Promise<string> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user, password: adminPassword }),
    })
    return String(answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] as string
  }

  /** Resolves to the number of answers by status. */
  async run(problems: string[]): Promise<Map<number, number>> {
    const statuses = new Map<number, number>()
    let left = calls
    const work = async () => {
      while (left-- > 0) {
        const call = this.#makeCall()
        const { status, text } = await this.#send(call)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const isBad = (status >= 500 && status !== 503) || leak.test(text) || this.#isLetIn(call, status, text)
        if (isBad)
          problems.push(`${call.as} ${call.method} ${call.target.slice(0, 200)} → ${status} ${text.slice(0, 120)}`)
        if (call.target.includes('logout') || call.target.includes('set_password') || status === 503)
          await this.signIn()
      }
    }
    await Promise.all(Array.from({ length: together }, work))
    this.#agent.destroy()
    return statuses
  }

  /** Guests get answers only from the routes that are open to them. */
  #isLetIn({ as, target, method }: Call, status: number, text: string): boolean {
    if (as !== 'guest' && as !== 'nonsense') return false
    if (status !== 200 || !text.startsWith('{')) return false
    return (
      !/^\/api\/(auth\/|health|app\/get_translations)/.test(target) || (method !== 'GET' && target.includes('/app/'))
    )
  }

  #makeCall(): Call {
    const route = this.#pick(this.#routes)
    const isWild = this.#random() < 0.1
    const target = this.#spell(this.#fill(route.url)) + this.#query()
    const method = isWild ? this.#pick(methods) : route.method
    const hasBody = method !== 'GET' && method !== 'HEAD' && this.#random() < 0.85
    const headers: Record<string, string> = {}
    const as = this.#pick([...this.#cookies.keys()])
    const cookie = this.#cookies.get(as)
    if (cookie) headers.cookie = cookie
    if (hasBody) headers['content-type'] = this.#random() < 0.7 ? 'application/json' : this.#pick(types)
    for (let n = Math.floor(this.#random() * 3); n > 0; n--) {
      headers[this.#pick(headerNames)] = this.#pick(texts)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 500)
    }
    return { method, target, headers, body: hasBody ? this.#body() : undefined, as }
  }

  #fill(url: string): string {
    return url
      .replace(/:\w+/g, (name) => encodeURIComponent(this.#pick(name === ':name' ? entities : ids).toWellFormed()))
      .replace('*', () => encodeURIComponent(this.#pick(texts).slice(0, 200).toWellFormed()))
  }

  /** Some paths are encoded as no client encodes them. */
  #spell(target: string): string {
    if (this.#random() > 0.15) return target
    const at = 1 + Math.floor(this.#random() * (target.length - 1))
    const character = target[at] ?? 'a'
    const code = character.charCodeAt(0)
    const escaped = `%${(code < 256 ? code : 63).toString(16).padStart(2, '0')}`
    const spelled = `${target.slice(0, at)}${this.#random() < 0.8 ? escaped : escaped.replace('%', '%25')}${target.slice(at + 1)}`
    return this.#pick([
      spelled,
      spelled,
      spelled,
      `http://x${target}`,
      `/${target}`,
      `${target}/`,
      `/./${target.slice(1)}`,
      `/x/..${target}`,
    ])
  }

  #query(): string {
    const parts = Array.from({ length: Math.floor(this.#random() * 4) }, () => {
      const value = this.#random() < 0.5 ? this.#pick(texts) : JSON.stringify(this.#value())
      return `${this.#pick(keys)}=${this.#random() < 0.9 ? encodeURIComponent((value ?? '').toWellFormed()) : this.#pick(['%', '%zz', '&', '='])}`
    })
    return parts.length > 0 ? `?${parts.join('&')}` : ''
  }

  #body(): Buffer {
    const kind = this.#random()
    if (kind < 0.75) return Buffer.from(JSON.stringify(this.#value()) ?? '')
    if (kind < 0.85) return Buffer.from(this.#pick(texts).toWellFormed())
    if (kind < 0.95) return Buffer.from(multipart(this.#pick(texts), this.#pick(keys)))
    return Buffer.from(Array.from({ length: 200 }, () => Math.floor(this.#random() * 256)))
  }

  #value(depth = 0): unknown {
    const kind = Math.floor(this.#random() * (depth > 3 ? 5 : 8))
    if (kind === 0) return this.#pick([0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 1])
    if (kind === 1) return this.#pick([true, false, null])
    if (kind <= 4) return this.#pick(texts)
    if (kind === 5) return Array.from({ length: Math.floor(this.#random() * 4) }, () => this.#value(depth + 1))
    return Object.fromEntries(
      Array.from({ length: Math.floor(this.#random() * 5) }, () => [this.#pick(keys), this.#value(depth + 1)]),
    )
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)] as T
  }

  #send({ method, target, headers, body }: Call): Promise<Seen> {
    return new Promise((resolve) => {
      const path = target.replace(/[^\x21-\x7e]/g, '?')
      const options = { port: this.#port, host: '127.0.0.1', method, path, agent: this.#agent, headers }
      try {
        const call = request(options, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part: string) => (text += part.slice(0, 100_000)))
          answer
            .on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
            .on('error', () => resolve({ status: 0, text }))
        })
        call.on('error', () => resolve({ status: 0, text: '' }))
        call.setTimeout(90_000, () => call.destroy())
        call.end(body)
      } catch {
        // Node's client refuses to send such a request.
        resolve({ status: 0, text: '' })
      }
    })
  }
}

const multipart = (text: string, name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${text.slice(0, 50).replaceAll('"', '')}"\r\n\r\n${text}\r\n--x--\r\n`

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PURGE', 'PROPFIND', 'TRACE']
const entities = [
  'Task',
  'Contact',
  'User',
  'Entity',
  'Session',
  'File',
  'Communication',
  'System Settings',
  'Email Queue',
  'Security Event',
  'Task Item',
  'Version',
  'Email Account',
  'nothing',
  '__proto__',
]
const ids = [
  'TASK-0001',
  'Administrator',
  'Guest',
  'staff@example.com',
  'Sandbox',
  'google',
  'System Settings',
  'meta',
  'bulk-update',
  'nobody',
  '__proto__',
  '..',
  '%',
  "' or 1=1 --",
  'א'.repeat(50),
  'x'.repeat(300),
]
const types = [
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/offset+octet-stream',
  'message/rfc822',
  'application/x-www-form-urlencoded',
  '*/*',
  'application/json;'.repeat(20),
]
const headerNames = [
  'accept-language',
  'accept-encoding',
  'if-none-match',
  'if-range',
  'range',
  'upload-length',
  'upload-offset',
  'upload-name',
  'origin',
  'sec-fetch-site',
  'sec-fetch-dest',
  'x-forwarded-for',
  'x-forwarded-host',
  'forwarded',
  'user-agent',
  'authorization',
  'x-hq-authorization',
  'x-hook-token',
  'x-hub-signature-256',
  'access-control-request-method',
  'x-http-method-override',
  'referer',
  'accept',
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
  'old_password',
  'key',
  'token',
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
  'run_method',
  'recipients',
  'content',
  'attachments',
  'send_at',
  'filedata',
  'filename',
  'decode_base64',
  'is_private',
  'patch',
  'width',
  'reference_entity',
  'name',
  'fieldname',
  'permissions',
  'before',
  'user',
  'hub.mode',
  'hub.verify_token',
  '__proto__',
  'constructor',
  'length',
]
const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  '[]',
  '{}',
  '{"a":',
  '%',
  '%00',
  '\u0000',
  '../../etc/passwd',
  '..%2f..%2fetc',
  "' or 1=1 --",
  '"; drop table x; --',
  '\\',
  '<script>alert(1)</script>',
  `$${'{7*7}'}`,
  '{{7*7}}',
  '=cmd()',
  '😀',
  '\ud800',
  '\u202e',
  'א'.repeat(200),
  'x'.repeat(3000),
  '9'.repeat(400),
  'TASK-0001',
  'Administrator',
  'staff@example.com',
  '__proto__',
  'toString',
  '2026-02-30',
  '0000-00-00',
  'bytes=0-0,5-',
  '{"status":["like","%"]}',
  '[["status","in",["Open"]]]',
  '[["id","between",[1]]]',
  '{"id":{"$ne":1}}',
  'data:text/html;base64,PHNjcmlwdD4=',
  'Bearer x',
  'gzip;q=x, *;q=-1',
  '\r\nSet-Cookie: sid=x',
  '['.repeat(200),
  'a@b.c,'.repeat(100),
]
