import type { DocEvent, ListEvent, SocketAck } from '@tavla/contract'
import type { Socket } from 'socket.io-client'
import { createObservable, type Observable } from './observable.ts'
import { createSubscriptions } from './subscriptions.ts'
import { timing } from './timing.ts'

/** `off`: not asked to connect; `lost`: refused, or five attempts in a row failed, waiting for `retry` or `online`. */
export type SocketStatus = 'off' | 'connecting' | 'online' | 'lost'

export interface SocketOptions {
  /** Origin of the backend; '' is the page's own. */
  host?: string
  /** Told of every event that arrives (reference: live-events, In the client). */
  onEvent(name: string, payload: unknown): void
  /** Told when every room held before the connection stood is joined: what changed until then has to be read. */
  onJoined?(): void
  /** Told when the server itself ends (`wasOnline`) or refuses the connection: the session may have ended. */
  onRefused?(wasOnline: boolean): void
  log?(message: string): void
}

/**
 * The live connection of one host (reference: live-events, Connection). Rooms are counted, may be held before it
 * stands, and survive reconnects.
 */
export interface LiveSocket {
  readonly status: Observable<{ status: SocketStatus }>
  connect(): void
  disconnect(): void
  /** Connects again after the attempts ran out; for every navigation. Does nothing while online or trying. */
  retry(): void
  /** Live events of an entity's list, until the returned function is called. */
  watchList(entity: string): () => void
  /** Live events of one record. */
  watchRecord(entity: string, id: string): () => void
  /** Live events of one record, and to be seen there by others (`doc_viewers`). */
  openRecord(entity: string, id: string): () => void
  /** Tells whoever has the record open that an answer is being written, until the returned function is called. */
  answerRecord(entity: string, id: string): () => void
  /** Emits one event and waits for the answer; refused with status 0 while there is no connection. */
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
    // Not while away: the library would keep it and send it beside the replay.
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
      // Refused by the server (no session): the library does not try again by itself.
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
        // Presence first: closing leaves its own room only, and the reader is gone before the record's room is left.
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

/** The library counts the attempts that follow a failed one; the first, which we ask for, is one of the five. */
const attemptsAfterFirst = timing.socketReconnectionAttempts - 1

const optionsFor = (host: string) => ({
  path: '/socket.io',
  withCredentials: true,
  secure: (host || globalThis.location?.origin || '').startsWith('https:'),
  reconnection: true,
  reconnectionAttempts: attemptsAfterFirst,
  // Each connection has its own life: switching projects must not revive a former one.
  forceNew: true,
})
