import { limits, Problem } from '@tavla/contract'
import type { Engine } from '../entity/index.ts'
import type { Context } from '../entity/types.ts'
import { checkSubscription, contextFor } from './access.ts'
import type { DocTarget } from './payload.ts'
import { announceViewers } from './presence.ts'
import { answerRoom, docRoom, keyOf, openRoom, roomOf, type Subscription } from './rooms.ts'
import type { LiveServer, LiveSocket } from './types.ts'

/**
 * Who listens to what on this server. Every change of a socket's rooms goes through here, so that the list of its
 * subscriptions and the rooms it is in can't drift apart.
 */
export class Subscriptions {
  readonly #io: LiveServer
  readonly #engine: Engine
  /** Counts the checks of everyone; a permission read before a check and used after it would be stale. */
  #checks = 0

  constructor(io: LiveServer, engine: Engine) {
    this.#io = io
    this.#engine = engine
  }

  /** @throws Problem 403, 404, 417, or 429 beyond the rooms of one socket */
  async join(socket: LiveSocket, ctx: Context, wanted: readonly Subscription[]): Promise<void> {
    const { subscriptions } = socket.data
    const fresh = wanted.filter((subscription) => !subscriptions.has(keyOf(subscription)))
    if (subscriptions.size + fresh.length > limits.socketRooms) throw tooManyRooms()
    for (;;) {
      const checks = this.#checks
      const allowed: Subscription[] = []
      for (const subscription of wanted) allowed.push(await checkSubscription(this.#engine, ctx, subscription))
      if (checks !== this.#checks) {
        ctx = await contextFor(this.#engine, socket.data.user)
        continue
      }
      // A socket that is gone meanwhile would stay in the room for ever.
      if (socket.connected) for (const subscription of allowed) this.#enter(socket, subscription)
      return
    }
  }

  leave(socket: LiveSocket, key: string): void {
    const held = socket.data.subscriptions.get(key)
    if (!held) return
    socket.data.subscriptions.delete(key)
    void socket.leave(roomOf(held, socket.data.user))
    if (held.kind === 'open' || held.kind === 'answer') announceViewers(this.#io, held)
  }

  /** Everyone leaves a record that is gone: another one may come to have its id, with other readers. */
  leaveRecord(target: DocTarget): void {
    for (const room of [docRoom(target), openRoom(target), answerRoom(target)]) {
      for (const socket of this.#members([room])) this.leave(socket, room)
    }
  }

  /** Everyone leaves the rooms of an entity type that is gone or has another name now. */
  leaveEntity(entity: string): void {
    for (const socket of this.#io.of('/').sockets.values()) {
      for (const [key, held] of [...socket.data.subscriptions]) if (held.entity === entity) this.leave(socket, key)
    }
  }

  /** Takes the sockets of a room, or all of them, out of whatever their person may no longer hear. */
  async recheck(rooms: readonly string[] | 'all'): Promise<void> {
    this.#checks += 1
    const sockets = rooms === 'all' ? [...this.#io.of('/').sockets.values()] : this.#members(rooms)
    for (const socket of sockets) await this.#recheckSocket(socket)
  }

  #members(rooms: readonly string[]): LiveSocket[] {
    const { adapter, sockets } = this.#io.of('/')
    const ids = new Set(rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])]))
    return [...ids].flatMap((id) => sockets.get(id) ?? [])
  }

  #enter(socket: LiveSocket, subscription: Subscription): void {
    const key = keyOf(subscription)
    const held = socket.data.subscriptions.get(key)
    const room = roomOf(subscription, socket.data.user)
    if (held && roomOf(held, socket.data.user) !== room) void socket.leave(roomOf(held, socket.data.user))
    socket.data.subscriptions.set(key, subscription)
    void socket.join(room)
  }

  async #recheckSocket(socket: LiveSocket): Promise<void> {
    const ctx = await contextFor(this.#engine, socket.data.user).catch(() => undefined)
    if (!ctx) {
      socket.disconnect(true)
      return
    }
    socket.data.language = ctx.language
    socket.data.viewer = { ...socket.data.viewer, full_name: ctx.actor.fullName }
    for (const [key, held] of [...socket.data.subscriptions]) {
      const allowed = await checkSubscription(this.#engine, ctx, held).catch((problem: unknown) =>
        // What is gone has no events but the one that says so, which is still on its way.
        problem instanceof Problem && problem.status === 404 ? held : undefined,
      )
      if (!socket.data.subscriptions.has(key) || !socket.connected) continue
      // Whatever else went wrong, nobody stays in a room that could not be confirmed.
      if (allowed) this.#enter(socket, allowed)
      else this.leave(socket, key)
    }
  }
}

function tooManyRooms(): Problem {
  const detail = { text: 'At most {0} subscriptions are possible at once.', args: [limits.socketRooms] }
  return new Problem(429, 'RateLimitExceededError', 'Slow Down', detail)
}
