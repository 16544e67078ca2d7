import { Agent, request } from 'node:http'
import path from 'node:path'
import { createSite } from '../../apps/server/src/app.ts'
import { readSiteConfig } from '../../apps/server/src/config/site-config.ts'
import { Nonsense, revealsInternals } from '../../apps/server/src/testing/nonsense.ts'
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

interface Call {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
  as: string
}

interface ObservedAnswer {
  status: number
  text: string
}

class Attacker {
  readonly #port: number
  readonly #routes: readonly { url: string; method: string }[]
  readonly #nonsense: Nonsense
  readonly #agent = new Agent({ keepAlive: true, maxSockets: together })
  #cookies = new Map<string, string>()

  constructor(port: number, routes: readonly { url: string; method: string }[], seed: number) {
    this.#port = port
    this.#routes = routes
    this.#nonsense = new Nonsense(seed)
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
        const isBad = (status >= 500 && status !== 503) || revealsInternals(text) || this.#isLetIn(call, status, text)
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
    const nonsense = this.#nonsense
    const route = nonsense.pick(this.#routes)
    const query = nonsense.query()
    const target = this.#spell(this.#fill(route.url)) + (query && `?${query}`)
    const method = nonsense.random() < 0.1 ? nonsense.method() : route.method
    const hasBody = method !== 'GET' && method !== 'HEAD' && nonsense.random() < 0.85
    const as = nonsense.pick([...this.#cookies.keys()])
    const cookie = this.#cookies.get(as)
    const headers = {
      ...(cookie && { cookie }),
      ...(hasBody && { 'content-type': nonsense.contentType() }),
      ...nonsense.headers(2),
    }
    return { method, target, headers, body: hasBody ? nonsense.body() : undefined, as }
  }

  #fill(url: string): string {
    const { text, id, entity } = this.#nonsense
    return url
      .replace(/:\w+/g, (name) => encodeURIComponent((name === ':name' ? entity() : id()).toWellFormed()))
      .replace('*', () => encodeURIComponent(text().slice(0, 200).toWellFormed()))
  }

  /** Some paths are encoded as no client encodes them. */
  #spell(target: string): string {
    if (this.#nonsense.random() > 0.15) return target
    const at = 1 + Math.floor(this.#nonsense.random() * (target.length - 1))
    const character = target[at] ?? 'a'
    const code = character.charCodeAt(0)
    const escaped = `%${(code < 256 ? code : 63).toString(16).padStart(2, '0')}`
    const spelled = `${target.slice(0, at)}${this.#nonsense.random() < 0.8 ? escaped : escaped.replace('%', '%25')}${target.slice(at + 1)}`
    return this.#nonsense.pick([
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

  #send({ method, target, headers, body }: Call): Promise<ObservedAnswer> {
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
