import { badRequest, limits, notSignedIn, Problem, tooManyAttempts } from '@tavla/contract'
import type { Engine } from '../entity/index.ts'
import { contextFor } from './access.ts'
import { veiled } from './broadcast.ts'
import { type Acknowledge, readDoc, readList, readSince, splitArguments } from './payload.ts'
import { EventRate } from './rate.ts'
import { answerRoom, docRoom, listRoom, openRoom, type Subscription } from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { LiveServer, LiveSessions, LiveSocket, Say } from './types.ts'

export interface LiveParts {
  io: LiveServer
  engine: Engine
  sessions: LiveSessions
  subscriptions: Subscriptions
  say: Say
  /** Told of what should not happen, with the reference that the client got. */
  report: (error: unknown, requestId: string) => void
}

type Payload = readonly unknown[]

/**
 * What a client may send (reference: live-events, Events from the client), and that it writes an answer. Each answers
 * by returning, and refuses by throwing.
 */
const handlers: Readonly<Record<string, (line: EventLine, payload: Payload) => Promise<void> | void>> = {
  list_update: (line, payload) => line.joinList(readList(payload), readSince(payload)),
  list_leave: (line, payload) => line.leave(listRoom(readList(payload))),
  doc_subscribe: (line, payload) => line.join([{ kind: 'doc', ...readDoc(payload) }]),
  doc_unsubscribe: (line, payload) => line.leave(docRoom(readDoc(payload))),
  doc_open: (line, payload) => line.open(payload),
  doc_close: (line, payload) => line.leave(openRoom(readDoc(payload))),
  answer_begin: (line, payload) => line.answer(payload),
  answer_end: (line, payload) => line.leave(answerRoom(readDoc(payload))),
}

/**
 * What one socket asks for, one thing after the other in the order it was sent. Nothing that a client sends makes it
 * throw, and what waits is bounded by the rate.
 */
export class EventLine {
  readonly #parts: LiveParts
  readonly #socket: LiveSocket
  readonly #rate = new EventRate()
  #tail: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(parts: LiveParts, socket: LiveSocket) {
    this.#parts = parts
    this.#socket = socket
  }

  /** Takes an event in; the answer goes to the acknowledgement callback, if there is one. */
  take(event: string, args: Payload): void {
    const { payload, acknowledge } = splitArguments(args)
    const rate = this.#rate.count()
    if (rate === 'flood') {
      this.#socket.disconnect(true)
      return
    }
    if (rate === 'refused' || this.#waiting >= 2 * limits.socketEventsPerSecond) {
      void this.#refuse(acknowledge, tooManyAttempts(1))
      return
    }
    this.#waiting += 1
    this.#tail = this.#tail.then(() => this.#handle(event, payload, acknowledge))
  }

  async join(wanted: readonly Subscription[]): Promise<void> {
    await this.confirmSession()
    const ctx = await contextFor(this.#parts.engine, this.#socket.data.user)
    await this.#parts.subscriptions.join(this.#socket, ctx, wanted)
  }

  /** A listener that read before the room was joined hears whether anything was written in between. */
  async joinList(entity: string, since: string | undefined): Promise<void> {
    await this.join([{ kind: 'list', entity, own: false, veiled: false }])
    if (since === undefined || since === this.#parts.engine.generations.mark(entity)) return
    this.#socket.emit('list_update', veiled(entity))
  }

  async open(payload: Payload): Promise<void> {
    const target = readDoc(payload)
    await this.join([
      { kind: 'doc', ...target },
      { kind: 'open', ...target },
    ])
    await this.#parts.subscriptions.announce(target)
  }

  async answer(payload: Payload): Promise<void> {
    const target = readDoc(payload)
    await this.join([{ kind: 'answer', ...target }])
    await this.#parts.subscriptions.announce(target)
  }

  leave(key: string): void {
    this.#parts.subscriptions.leave(this.#socket, key)
  }

  /** @throws Problem 401 when the session that the socket was opened with has ended */
  async confirmSession(): Promise<void> {
    const session = await this.#parts.sessions.findByCookie(this.#socket.handshake.headers.cookie)
    const { sessionId, user } = this.#socket.data
    if (session?.id !== sessionId || session.user !== user) throw notSignedIn()
  }

  async #handle(event: string, payload: Payload, acknowledge: Acknowledge): Promise<void> {
    try {
      const handler = Object.hasOwn(handlers, event) ? handlers[event] : undefined
      if (!handler) throw badRequest()
      if (this.#socket.connected) await handler(this, payload)
      acknowledge({ ok: true })
    } catch (error) {
      const problem = error instanceof Problem ? error : this.#unforeseen(error)
      await this.#refuse(acknowledge, problem)
      if (problem.status === 401) this.#socket.disconnect(true)
    } finally {
      this.#waiting -= 1
    }
  }

  async #refuse(acknowledge: Acknowledge, problem: Problem): Promise<void> {
    const { text } = problem.detail
    const message = await Promise.resolve(this.#parts.say(problem, this.#socket.data.language)).catch(() => text)
    acknowledge({ ok: false, status: problem.status, message })
  }

  #unforeseen(error: unknown): Problem {
    const reference = this.#socket.id
    this.#parts.report(error, reference)
    const detail = { text: 'Something went wrong on the server. Reference: {0}', args: [reference] }
    return new Problem(500, 'ServerError', 'Server Error', detail)
  }
}
