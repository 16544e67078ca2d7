import pg from 'pg'
import { type AnswerLimits, WatchedClient } from './postgres-client.ts'

export interface PoolLimits {
  connections: number
  /** Longest wait for a connection, new or free. Milliseconds. */
  connect: number
  /** Longest time that the server gives one statement. Milliseconds. */
  statement: number
  /** Longest wait for an answer, beyond what the server keeps to by itself. Milliseconds. */
  answer: AnswerLimits
  /** Refuses statements that save anything. */
  readOnly: boolean
}

/** A connection is made anew after this, so that what it keeps prepared does not grow for ever. Seconds. */
const connectionLife = 1_800
/** A transaction that its server has forgotten must not hold its locks for ever. Milliseconds. */
const idleInTransaction = 60_000
/** A quiet line is tried by the system after this. Milliseconds. */
const keepAliveAfter = 10_000
// By these the server notices within half a minute that a process or its machine is gone, and gives its locks free.
const serverKeepAlive =
  'set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; set tcp_user_timeout = 30000'

/** What every connection to the server has in common. */
export const connectionSettings = (url: string): pg.ClientConfig => ({
  connectionString: url,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfter,
  application_name: 'tavla',
})

/** The statements by which each connection begins. */
export const firstSettings = (more: string) => `${serverKeepAlive}; ${more}`

/** Its connections are `WatchedClient`s; `watch` hears of each. */
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
  // The pool has taken a broken connection out by then, and the call under way is rejected by itself.
  pool.on('error', () => {})
  pool.on('acquire', (client) => noteTaken(client, true))
  pool.on('release', (_error, client) => noteTaken(client, false))
  return pool
}

function noteTaken(client: pg.PoolClient, isTaken: boolean): void {
  ;(client as unknown as WatchedClient).isTaken = isTaken
}
