import { badRequest, limits, notSignedIn, Problem, tooManyAttempts } from '@tavla/contract'
import type { Engine } from '../entity/index.ts'
import { contextFor } from './access.ts'
import { type AcknowledgeCallback, readDoc, readList, readSince, splitArguments } from './payload.ts'
import { EventRate } from './rate.ts'
import { answerRoom, docRoom, listRoom, openRoom, type Subscription, veiled } from './rooms.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { LiveServer, LiveSessions, LiveSocket, ProblemTranslator } from './types.ts'

export interface LiveParts {
  io: LiveServer
  engine: Engine
  sessions: LiveSessions
  subscriptions: Subscriptions
  say: ProblemTranslator
  /** Called for unexpected errors, with the reference that the client got. */
  report: (error: unknown, requestId: string) => void
}

type Payload = readonly unknown[]

/**
 * The events that a client may send (reference: live-events, Events from the client). Each handler accepts by returning
 * and refuses by throwing.
 */
const handlers: Readonly<Record<string, (queue: EventQueue, payload: Payload) => Promise<void> | void>> = {
  list_update: (queue, payload) => queue.joinList(readList(payload), readSince(payload)),
  list_leave: (queue, payload) => queue.leave(listRoom(readList(payload))),
  doc_subscribe: (queue, payload) => queue.join([{ kind: 'doc', ...readDoc(payload) }]),
  doc_unsubscribe: (queue, payload) => queue.leave(docRoom(readDoc(payload))),
  doc_open: (queue, payload) => queue.open(payload),
  doc_close: (queue, payload) => queue.leave(openRoom(readDoc(payload))),
  answer_begin: (queue, payload) => queue.answer(payload),
  answer_end: (queue, payload) => queue.leave(answerRoom(readDoc(payload))),
}

/**
 * Handles the events of one socket one after another, in the order in which they were sent. No event from a client
 * makes it throw, and the rate limit bounds its queue.
 */
export class EventQueue {
  readonly #parts: LiveParts
  readonly #socket: LiveSocket
  readonly #rate = new EventRate()
  #tail: Promise<void> = Promise.resolve()
  #pending = 0

  constructor(parts: LiveParts, socket: LiveSocket) {
    this.#parts = parts
    this.#socket = socket
  }

  /** Queues an event; the answer goes to the acknowledgement callback, if there is one. */
  add(event: string, args: Payload): void {
    const { payload, acknowledge } = splitArguments(args)
    const rate = this.#rate.count()
    if (rate === 'flood') {
      this.#socket.disconnect(true)
      return
    }
    if (rate === 'refused' || this.#pending >= 2 * limits.socketEventsPerSecond) {
      void this.#refuse(acknowledge, tooManyAttempts(1))
      return
    }
    this.#pending += 1
    this.#tail = this.#tail.then(() => this.#handle(event, payload, acknowledge))
  }

  async join(wanted: readonly Subscription[]): Promise<void> {
    await this.confirmSession()
    const ctx = await contextFor(this.#parts.engine, this.#socket.data.user)
    await this.#parts.subscriptions.join(this.#socket, ctx, wanted)
  }

  /** Tells a listener whether there were writes between its reading of the list and its joining of the room. */
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

  /** @throws Problem 401 when the session that opened the socket has ended */
  async confirmSession(): Promise<void> {
    const session = await this.#parts.sessions.findByCookie(this.#socket.handshake.headers.cookie)
    const { sessionId, user } = this.#socket.data
    if (session?.id !== sessionId || session.user !== user) throw notSignedIn()
  }

  async #handle(event: string, payload: Payload, acknowledge: AcknowledgeCallback): Promise<void> {
    try {
      const handler = Object.hasOwn(handlers, event) ? handlers[event] : undefined
      if (!handler) throw badRequest()
      if (this.#socket.connected) await handler(this, payload)
      acknowledge({ ok: true })
    } catch (error) {
      const problem = error instanceof Problem ? error : this.#unexpected(error)
      await this.#refuse(acknowledge, problem)
      if (problem.status === 401) this.#socket.disconnect(true)
    } finally {
      this.#pending -= 1
    }
  }

  async #refuse(acknowledge: AcknowledgeCallback, problem: Problem): Promise<void> {
    const { text } = problem.detail
    const message = await Promise.resolve(this.#parts.say(problem, this.#socket.data.language)).catch(() => text)
    acknowledge({ ok: false, status: problem.status, message })
  }

  #unexpected(error: unknown): Problem {
    const reference = this.#socket.id
    this.#parts.report(error, reference)
    const detail = { text: 'Something went wrong on the server. Reference: {0}', args: [reference] }
    return new Problem(500, 'ServerError', 'Server Error', detail)
  }
}
