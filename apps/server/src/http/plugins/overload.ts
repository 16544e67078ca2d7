import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from '@tavla/contract'
import type { FastifyInstance } from 'fastify'
import type { Site } from '../../site.ts'
import { presentProblem } from '../presented-problem.ts'
import { commonHeaders } from './headers.ts'
import { Lateness } from './lateness.ts'
import { allowedOriginHeaders } from './origin.ts'
import { discardBody } from './refused-bodies.ts'
import { preferredLanguage } from './sessions.ts'

/** Calls that one connection may have under way: programs pipeline a few, browsers none. */
const maxPipelined = 32
/** Bytes of answers that a connection may leave unread before it gets no more of them. */
const maxUnread = 4 * 1_048_576
/** Calls under way in all. Far more than a site that keeps up ever has. */
const maxUnderWay = 2000

/**
 * Refuses calls at the door while the process is late, before anything of them is read: what it can do, it then does at once, and
 * all others hear within moments that they should try again. Signing in and health come last; live updates never come here.
 */
export function shedOverload(app: FastifyInstance, newId: () => string): void {
  const door = new Door(app.site, newId)
  app.decorate('overload', door.lateness)
  app.addHook('onClose', (_app, done) => {
    door.lateness.stop()
    done()
  })
  const server = app.server as Server
  const [serve] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!serve) throw new Error('The http server has no handler yet.')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (door.lets(request, response)) serve.call(server, request, response)
    else door.refuse(request, response)
  })
}

class Door {
  readonly lateness = new Lateness()
  readonly #site: Site
  readonly #newId: () => string
  readonly #ofSocket = new WeakMap<Socket, number>()
  #underWay = 0

  constructor(site: Site, newId: () => string) {
    this.#site = site
    this.#newId = newId
  }

  lets(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const pipelined = this.#ofSocket.get(socket) ?? 0
    const isLast = comesLast(request.url ?? '')
    if (pipelined >= maxPipelined || socket.writableLength > maxUnread) return false
    if (!isLast && this.#underWay >= maxUnderWay) return false
    if (!this.lateness.admit(isLast)) return false
    this.#underWay++
    this.#ofSocket.set(socket, pipelined + 1)
    response.once('close', () => {
      this.#underWay--
      this.#ofSocket.set(socket, (this.#ofSocket.get(socket) ?? 1) - 1)
    })
    return true
  }

  refuse(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    if (socket.writableLength > maxUnread) {
      socket.destroy()
      return
    }
    const language =
      preferredLanguage(request.headers['accept-language']) ?? this.#site.engine.settings.default_language
    const dictionary = this.#site.translations.dictionaryNow(language)
    const requestId = this.#newId()
    const body = JSON.stringify(presentProblem(busy, { dictionary, language }, requestId))
    response.writeHead(503, {
      ...commonHeaders(this.#site, requestId),
      ...allowedOriginHeaders(this.#site.config, request.headers.origin),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'retry-after': '1',
    })
    response.end(body)
    discardBody(request, response)
  }
}

/** Without these a person is out, or the site is ended for being busy. */
const comesLast = (url: string) => url.startsWith('/api/auth/') || url.startsWith('/api/health')

const busy = new Problem(
  503,
  'Unavailable',
  'Service Unavailable',
  { text: 'The site is very busy. Please try again in a moment.' },
  { extra: { retry_after: 1 } },
)

declare module 'fastify' {
  interface FastifyInstance {
    overload: Pick<Lateness, 'isOverloaded'>
  }
}
