import { limits, Problem } from '@tavla/contract'
import { type Context, type Engine, Readers } from '../entity/index.ts'
import { checkSubscription, contextFor, recheckSubscription } from './access.ts'
import type { DocTarget } from './payload.ts'
import { announceViewers } from './presence.ts'
import { answerRoom, docRoom, isVeiledRecord, keyOf, openRoom, roomOf, type Subscription, veiled } from './rooms.ts'
import type { LiveServer, LiveSocket } from './types.ts'

/**
 * The subscriptions of all sockets of this server. Every change of a socket's rooms goes through this class, so that
 * its subscriptions and its rooms cannot drift apart.
 */
export class Subscriptions {
  readonly #io: LiveServer
  readonly #engine: Engine
  /** Counts the checks of all sockets: a permission that was read before such a check would be stale afterwards. */
  #checks = 0
  /** Counts the checks of veiled records, for the same reason. */
  #veiledChecks = 0
  /** Sockets that listen to records which can become invisible to them without a change of permissions. */
  readonly #veiled = new Set<LiveSocket>()
  #work: Promise<void> | undefined

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
      const [checks, veiledChecks] = [this.#checks, this.#veiledChecks]
      const allowed: Subscription[] = []
      for (const subscription of wanted) allowed.push(await checkSubscription(this.#engine, ctx, subscription))
      if (checks !== this.#checks) {
        ctx = await contextFor(this.#engine, socket.data.user)
        continue
      }
      // A socket that has disconnected meanwhile would stay in the room for ever.
      if (socket.connected) for (const subscription of allowed) this.#enter(socket, subscription)
      // From now on each change checks this socket; an earlier change is checked here.
      if (veiledChecks !== this.#veiledChecks) await this.#recheckVeiled(socket, new Set(allowed.map(keyOf)))
      return
    }
  }

  leave(socket: LiveSocket, key: string): void {
    const held = socket.data.subscriptions.get(key)
    if (!held) return
    socket.data.subscriptions.delete(key)
    void socket.leave(roomOf(held, socket.data.user))
    if (held.kind === 'open' || held.kind === 'answer') void this.announce(held)
  }

  /** Removes all subscriptions of a disconnected socket. */
  removeSocket(socket: LiveSocket): void {
    const held = [...socket.data.subscriptions.values()]
    socket.data.subscriptions.clear()
    this.#veiled.delete(socket)
    for (const one of held) if (one.kind === 'open') void this.announce(one)
  }

  /** Sends the viewers of a record, once every socket that may not see it any more has left its room. */
  async announce(target: DocTarget): Promise<void> {
    while (this.#work) await this.#work
    announceViewers(this.#io, target)
  }

  /** Makes later announcements wait for `work`. */
  waitFor(work: Promise<void>): void {
    const settling = work.finally(() => {
      if (this.#work === settling) this.#work = undefined
    })
    this.#work = settling
  }

  /** Removes all listeners of a deleted record: another record may get its id, with other readers. */
  leaveRecord(target: DocTarget): void {
    for (const room of [docRoom(target), openRoom(target), answerRoom(target)]) {
      for (const socket of this.#members([room])) this.leave(socket, room)
    }
  }

  /** Removes all listeners of a deleted or renamed entity type. */
  leaveEntity(entity: string): void {
    for (const socket of this.#io.of('/').sockets.values()) {
      for (const [key, held] of [...socket.data.subscriptions]) if (held.entity === entity) this.leave(socket, key)
    }
  }

  /** Removes the sockets of a room, or all sockets, from rooms that their user may no longer listen to. */
  async recheck(rooms: readonly string[] | 'all'): Promise<void> {
    this.#checks += 1
    const sockets = rooms === 'all' ? [...this.#io.of('/').sockets.values()] : this.#members(rooms)
    const readers = new Readers(this.#engine)
    for (const socket of sockets) await this.#recheckSocket(socket, readers, () => true)
  }

  /**
   * Removes the sockets that may no longer see a record from its rooms, where more than permissions decides. `id` is
   * its current id.
   */
  async recheckRecord({ entity, id: known }: DocTarget, id: string): Promise<void> {
    this.#veiledChecks += 1
    if (this.#veiled.size === 0) return
    const target = { entity, id: known }
    const keys = new Set([docRoom(target), openRoom(target), answerRoom(target)])
    const readers = new Readers(this.#engine)
    for (const socket of this.#members([...keys])) await this.#recheckVeiled(socket, keys, readers, id)
  }

  /** As `recheckRecord`, for all records whose visibility depends on one of these entities. */
  async recheckDependent(changed: ReadonlySet<string>): Promise<void> {
    this.#veiledChecks += 1
    const readers = new Readers(this.#engine)
    const isDoubtful = (held: Subscription) => isVeiledRecord(held) && held.dependsOn.some((one) => changed.has(one))
    for (const socket of [...this.#veiled]) await this.#recheckSocket(socket, readers, isDoubtful)
  }

  #members(rooms: readonly string[]): LiveSocket[] {
    const { adapter, sockets } = this.#io.of('/')
    const ids = new Set(rooms.flatMap((room) => [...(adapter.rooms.get(room) ?? [])]))
    return [...ids].flatMap((id) => sockets.get(id) ?? [])
  }

  async #recheckVeiled(
    socket: LiveSocket,
    keys: ReadonlySet<string>,
    readers = new Readers(this.#engine),
    id?: string,
  ): Promise<void> {
    if (!this.#veiled.has(socket)) return
    await this.#recheckSocket(socket, readers, (held, key) => keys.has(key) && isVeiledRecord(held), id)
  }

  #enter(socket: LiveSocket, subscription: Subscription): void {
    const key = keyOf(subscription)
    const held = socket.data.subscriptions.get(key)
    const room = roomOf(subscription, socket.data.user)
    if (held && roomOf(held, socket.data.user) !== room) void socket.leave(roomOf(held, socket.data.user))
    socket.data.subscriptions.set(key, subscription)
    if (isVeiledRecord(subscription)) this.#veiled.add(socket)
    void socket.join(room)
  }

  /** Ends a subscription; who looks at a list reads it again, and is told that they may not. */
  #expel(socket: LiveSocket, held: Subscription, key: string): void {
    this.leave(socket, key)
    if (held.kind === 'list') socket.emit('list_update', veiled(held.entity))
  }

  /** `id` replaces the record's id in the subscription when it has been renamed. */
  async #recheckSocket(
    socket: LiveSocket,
    readers: Readers,
    isDoubtful: (held: Subscription, key: string) => boolean,
    id?: string,
  ): Promise<void> {
    const doubtful = [...socket.data.subscriptions].filter(([key, held]) => isDoubtful(held, key))
    const ctx = await contextFor(this.#engine, socket.data.user).catch(() => undefined)
    if (!ctx) {
      socket.disconnect(true)
      return
    }
    socket.data.language = ctx.language
    socket.data.viewer = { ...socket.data.viewer, full_name: ctx.actor.fullName }
    for (const [key, held] of doubtful) {
      const asked = held.kind === 'list' || id === undefined ? held : { ...held, id }
      // Whatever goes wrong, no socket stays in a room that could not be confirmed.
      const allowed = await recheckSubscription(this.#engine, ctx, readers, asked).catch(() => undefined)
      if (!socket.data.subscriptions.has(key) || !socket.connected) continue
      if (!allowed) this.#expel(socket, held, key)
      else this.#enter(socket, held.kind === 'list' || allowed.kind === 'list' ? allowed : { ...allowed, id: held.id })
    }
    if (![...socket.data.subscriptions.values()].some(isVeiledRecord)) this.#veiled.delete(socket)
  }
}

function tooManyRooms(): Problem {
  const detail = { text: 'At most {0} subscriptions are possible at once.', args: [limits.socketRooms] }
  return new Problem(429, 'RateLimitExceededError', 'Slow Down', detail)
}
