import pg from 'pg'
import { type AnswerLimits, WatchedClient } from './postgres-client.ts'

export interface PoolLimits {
  connections: number
  /** Maximum wait for a connection, new or free. Milliseconds. */
  connect: number
  /** Maximum time that the server gives one statement. Milliseconds. */
  statement: number
  /** Maximum wait for an answer, beyond the limits that the server enforces. Milliseconds. */
  answer: AnswerLimits
  /** Refuses statements that change anything. */
  readOnly: boolean
}

/** Maximum age of a connection, so that its prepared statements do not grow without limit. Seconds. */
const connectionLife = 1_800
/** A transaction that its process has abandoned loses its locks after this. Milliseconds. */
const idleInTransaction = 60_000
/** The system probes an idle line after this. Milliseconds. */
const keepAliveAfter = 10_000
// With these the server notices within half a minute that a process or its machine is gone, and releases its locks.
const serverKeepAlive =
  'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 30000'

/** Settings that all connections to the server share. */
export const connectionSettings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfter,
  application_name: 'tavla',
})

/** The statements that each connection runs first. */
export const firstSettings = (more: string) => `${serverKeepAlive}; ${more}`

/** Creates a pool of `WatchedClient`s and passes each new one to `watch`. */
export function makePool(url: string, watch: { add(client: WatchedClient): void }, limits: PoolLimits): pg.Pool {
  const access = limits.readOnly ? 'set default_transaction_read_only = on' : 'set default_transaction_read_only = off'
  const pool = new pg.Pool({
    ...connectionSettings(url),
    max: limits.connections,
    connectionTimeoutMillis: limits.connect,
    maxLifetimeSeconds: connectionLife,
    idle_in_transaction_session_timeout: idleInTransaction,
    statement_timeout: limits.statement,
    Client: class extends WatchedClient {
      constructor(config?: pg.ClientConfig) {
        super(config ?? {}, limits.answer)
        watch.add(this)
      }
    },
    onConnect: (client) => (client as WatchedClient).introduce(firstSettings(access)),
  })
  // The pool has already removed the broken connection, and the call under way is rejected separately.
  pool.on('error', () => {})
  pool.on('acquire', (client) => noteTaken(client, true))
  pool.on('release', (_error, client) => noteTaken(client, false))
  return pool
}

function noteTaken(client: pg.PoolClient, isTaken: boolean): void {
  ;(client as unknown as WatchedClient).isTaken = isTaken
}
