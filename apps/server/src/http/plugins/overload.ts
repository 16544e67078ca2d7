import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HeavyCalls } from './heavy-calls.ts'
import { Lateness } from './lateness.ts'
import { isFrontEndPath } from './paths.ts'
import { maxUnread, Refusal } from './refusal.ts'
import { logRefused } from './web-log.ts'

/** Maximum number of calls under way on one connection: programs pipeline a few, browsers none. */
const maxPipelined = 32
/** Maximum number of calls under way in all; a site that keeps up never has this many. */
const maxUnderWay = 1000

/**
 * Refuses calls while the process is overloaded, before it reads anything of them: it answers soon what it can, and
 * tells all other callers within moments to retry. Sign-in, health and the front end's files are refused last; live
 * updates do not pass here.
 */
export function shedOverload(app: FastifyInstance, newId: () => string, heavy: HeavyCalls): void {
  const admission = new Admission(heavy)
  const refusal = new Refusal(app.site)
  app.decorate('refusal', refusal)
  app.decorate('overload', admission.lateness)
  app.addHook('onClose', (_app, done) => {
    admission.lateness.stop()
    done()
  })
  const server = app.server as Server
  const [serve] = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  if (!serve) throw new Error('The http server has no handler yet.')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (admission.admits(request, response)) {
      serve.call(server, request, response)
      return
    }
    const id = newId()
    refusal.send(request, response, id)
    logRefused(app.site, request, id)
  })
}

class Admission {
  readonly lateness = new Lateness()
  readonly #heavy: HeavyCalls
  readonly #ofSocket = new WeakMap<Socket, { pipelined: number }>()
  #underWay = 0

  constructor(heavy: HeavyCalls) {
    this.#heavy = heavy
  }

  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket, url = '' } = request
    const calls = this.#callsOf(socket)
    if (calls.pipelined >= maxPipelined || socket.writableLength > maxUnread) return false
    if (this.#underWay >= maxUnderWay && !isRefusedLast(url)) return false
    if (!this.lateness.admit(() => isRefusedLast(url)) || this.#heavy.refuses(request)) return false
    this.#count(calls, request, response)
    return true
  }

  #callsOf(socket: Socket): { pipelined: number } {
    let calls = this.#ofSocket.get(socket)
    if (!calls) {
      calls = { pipelined: 0 }
      this.#ofSocket.set(socket, calls)
    }
    return calls
  }

  /**
   * Counts a call as under way from the moment it has arrived completely until its answer is handed over: a slow sender
   * or reader costs nothing. Every call passes here, so it gets a single listener that is never removed.
   */
  #count(calls: { pipelined: number }, request: IncomingMessage, response: ServerResponse): void {
    let state: 'coming' | 'here' | 'over' = 'coming'
    const noteHere = () => {
      if (state !== 'coming') return
      state = 'here'
      this.#underWay++
    }
    calls.pipelined++
    if (hasBody(request)) request.on('end', noteHere)
    else noteHere()
    // Emitted right after the answer was handed over, or when the connection is lost.
    response.on('close', () => {
      calls.pipelined--
      if (state === 'here') this.#underWay--
      state = 'over'
    })
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Calls without which a user is locked out or has half a screen, or a supervisor restarts the site for being busy. */
const isRefusedLast = (url: string) =>
  url.startsWith('/api/auth/') || url.startsWith('/api/health') || isFrontEndPath(url)

declare module 'fastify' {
  interface FastifyInstance {
    overload: Pick<Lateness, 'isOverloaded'>
    refusal: Refusal
  }
}
