import type { DocEvent, ListEvent, SocketAck } from '@tavla/contract'
import type { Socket } from 'socket.io-client'
import { createObservable, type Observable } from './observable.ts'
import { createSubscriptions } from './subscriptions.ts'
import { timing } from './timing.ts'

/** `off`: not asked to connect; `lost`: refused, or five attempts in a row failed, and waiting for `retry` or `online`. */
export type SocketStatus = 'off' | 'connecting' | 'online' | 'lost'

export interface SocketOptions {
  /** Origin of the backend; '' is the page's own. */
  host?: string
  /** Called with every event that arrives (reference: live-events, In the client). */
  onEvent(name: string, payload: unknown): void
  /** Called when every room that was held before the connection is joined: changes until then must be read. */
  onJoined?(): void
  /** Called when the server itself ends (`wasOnline`) or refuses the connection: the session may have ended. */
  onRefused?(wasOnline: boolean): void
  log?(message: string): void
}

/**
 * The live connection of one host (reference: live-events, Connection). It counts the holders of each room; rooms may
 * be held before it is connected, and survive reconnects.
 */
export interface LiveSocket {
  readonly status: Observable<{ status: SocketStatus }>
  connect(): void
  disconnect(): void
  /** Connects again after the attempts ran out; call it on every navigation. Does nothing while online or connecting. */
  retry(): void
  /** Live events of an entity's list, until the returned function is called. */
  watchList(entity: string): () => void
  /** Live events of one record. */
  watchRecord(entity: string, id: string): () => void
  /** Live events of one record, and presence: others see this user there (`doc_viewers`). */
  openRecord(entity: string, id: string): () => void
  /** Shows other viewers of the record that this user is writing an answer, until the returned function is called. */
  answerRecord(entity: string, id: string): () => void
  /** Emits one event and waits for the answer; answers status 0 while there is no connection. */
  emit(event: string, payload: ListEvent | DocEvent): Promise<SocketAck>
}

/** Makes the live connection and connects at once (reference: live-events, In the client). */
export function connectSocket(options: SocketOptions): LiveSocket {
  const live = createSocket(options)
  live.connect()
  return live
}

/** Makes the live connection without connecting; the library is loaded at the first `connect`. */
export function createSocket({
  host = '',
  onEvent,
  onJoined,
  onRefused,
  log = console.info,
}: SocketOptions): LiveSocket {
  const status = createObservable<{ status: SocketStatus }>({ status: 'off' })
  const setStatus = (next: SocketStatus) => {
    if (status.getSnapshot().status !== next) status.set({ status: next })
  }
  let socket: Socket | undefined
  let isWanted = false

  const rooms = createSubscriptions(async (event, payload) => {
    // Not while disconnected: the library would queue the event and send it in addition to the replay.
    if (socket?.connected) await socket.emitWithAck(event, payload).catch(() => undefined)
  })

  const start = async () => {
    setStatus('connecting')
    try {
      const { io } = await import('socket.io-client')
      if (isWanted && !socket) listen(io(host || globalThis.location.origin, optionsFor(host)))
    } catch (error) {
      log(`Live updates could not be loaded: ${String(error)}`)
      setStatus('lost')
    }
  }

  const listen = (made: Socket) => {
    socket = made
    made.onAny((name: string, payload: unknown) => onEvent(name, payload))
    made.on('connect', () => {
      setStatus('online')
      made.io.reconnectionAttempts(timing.socketReconnectionAttempts)
      void rooms.replay().then((count) => count > 0 && made.connected && onJoined?.())
    })
    made.on('disconnect', (reason) => {
      log(`Live updates disconnected: ${reason}`)
      setStatus(made.active ? 'connecting' : 'lost')
      if (!made.active) onRefused?.(true)
    })
    made.on('connect_error', (error) => {
      // The server refused (no session): the library does not try again by itself.
      if (!made.active) {
        log(`Live updates refused: ${error.message}`)
        setStatus('lost')
        onRefused?.(false)
      }
    })
    made.io.on('reconnect_failed', () => setStatus('lost'))
  }

  const retry = () => {
    if (!isWanted || status.getSnapshot().status !== 'lost') return
    if (!socket) void start()
    else {
      setStatus('connecting')
      socket.io.reconnectionAttempts(attemptsAfterFirst)
      socket.connect()
    }
  }

  return {
    status,
    connect() {
      if (isWanted) return retry()
      isWanted = true
      globalThis.addEventListener?.('online', retry)
      void start()
    },
    disconnect() {
      isWanted = false
      globalThis.removeEventListener?.('online', retry)
      socket?.off()
      socket?.disconnect()
      socket = undefined
      setStatus('off')
    },
    retry,
    watchList: (entity) => rooms.hold({ kind: 'list', entity }),
    watchRecord: (entity, id) => rooms.hold({ kind: 'doc', entity, id }),
    openRecord: (entity, id) => {
      const releases = [rooms.hold({ kind: 'doc', entity, id }), rooms.hold({ kind: 'open', entity, id })]
      return () => {
        // Presence first: `doc_close` leaves only its own room, and the reader must be gone before the
        // record's room is left.
        for (const release of releases.reverse()) release()
      }
    },
    answerRecord: (entity, id) => rooms.hold({ kind: 'answer', entity, id }),
    emit: async (event, payload) => {
      if (!socket?.connected) return { ok: false, status: 0, message: 'Not connected' }
      return (await socket.emitWithAck(event, payload)) as SocketAck
    },
  }
}

/** The library counts only the attempts after the first one, which `connect` makes itself. */
const attemptsAfterFirst = timing.socketReconnectionAttempts - 1

const optionsFor = (host: string) => ({
  path: '/socket.io',
  withCredentials: true,
  secure: (host || globalThis.location?.origin || '').startsWith('https:'),
  reconnection: true,
  reconnectionAttempts: attemptsAfterFirst,
  // Each connection is separate: switching projects must not revive a former one.
  forceNew: true,
})
