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
  readonly #ofSocket = new WeakMap<Socket, { pipelined: number }>()
  #underWay = 0

  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket, url = '' } = request
    const calls = this.#callsOf(socket)
    if (calls.pipelined >= maxPipelined || socket.writableLength > maxUnread) return false
    if (this.#underWay >= maxUnderWay && !comesLast(url)) return false
    if (!this.lateness.admit(() => comesLast(url))) return false
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
   * Under way from the moment in which all of the call is here until its answer is handed over: a slow sender or reader costs
   * nothing. Every call comes here, so it has one listener, and none that takes itself away again.
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
    // Comes in the moment after the answer was handed over, and when the connection is lost.
    response.on('close', () => {
      calls.pipelined--
      if (state === 'here') this.#underWay--
      state = 'over'
    })
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
