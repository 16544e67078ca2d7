import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Lateness } from './lateness.ts'
import { isFrontEndPath } from './paths.ts'
import { maxUnread, Refusal } from './refusal.ts'

/** Calls that one connection may have under way: programs pipeline a few, browsers none. */
const maxPipelined = 32
/** Calls under way in all; a site that keeps up never has so many. */
const maxUnderWay = 1000

/**
 * Refuses calls at the door while the process is late, before anything of them is read: it answers soon what it can answer, and
 * tells all others within moments to try again. Signing in, health and the front end's files are refused last; live updates never
 * come here.
 */
export function shedOverload(app: FastifyInstance, newId: () => string): void {
  const door = new Door()
  const refusal = new Refusal(app.site)
  app.decorate('refusal', refusal)
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
    if (door.admits(request, response)) serve.call(server, request, response)
    else refusal.send(request, response, newId())
  })
}

class Door {
  readonly lateness = new Lateness()
  readonly #ofSocket = new WeakMap<Socket, number>()
  #underWay = 0

  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const pipelined = this.#ofSocket.get(socket) ?? 0
    const isLast = comesLast(request.url ?? '')
    if (pipelined >= maxPipelined || socket.writableLength > maxUnread) return false
    if (!isLast && this.#underWay >= maxUnderWay) return false
    if (!this.lateness.admit(isLast)) return false
    this.#ofSocket.set(socket, pipelined + 1)
    response.once('close', () => this.#ofSocket.set(socket, (this.#ofSocket.get(socket) ?? 1) - 1))
    if (hasBody(request)) request.once('end', () => this.#count(response))
    else this.#count(response)
    return true
  }

  /** From the moment in which all of the call is here until its answer is handed over: a slow sender or reader costs nothing. */
  #count(response: ServerResponse): void {
    if (response.destroyed || response.writableFinished) return
    this.#underWay++
    let isOver = false
    const end = () => {
      if (!isOver) this.#underWay--
      isOver = true
    }
    response.once('finish', end).once('close', end)
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Without these a person is shut out, has half a screen, or the site is ended for being busy. */
const comesLast = (url: string) => url.startsWith('/api/auth/') || url.startsWith('/api/health') || isFrontEndPath(url)

declare module 'fastify' {
  interface FastifyInstance {
    overload: Pick<Lateness, 'isOverloaded'>
    refusal: Refusal
  }
}
