import pg from 'pg'
import { isStalePlan, translatePostgresError } from './postgres-errors.ts'
import type { Statements } from './postgres-statements.ts'
import type { Params, Reader, Row } from './store.ts'

export interface PoolLimits {
  connections: number
  /** Milliseconds; 0: none. */
  statementTimeout: number
  /** Refuses statements that save anything. */
  readOnly: boolean
}

/** Longest wait for a connection, new or free. */
const connectTimeout = 10_000
/** A connection is made anew after this, so that what it keeps prepared does not grow for ever. Seconds. */
const connectionLife = 1_800
/** A transaction that its server has forgotten must not hold its locks for ever. Milliseconds. */
const idleInTransaction = 60_000

export function makePool(url: string, limits: PoolLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    connectionTimeoutMillis: connectTimeout,
    maxLifetimeSeconds: connectionLife,
    idle_in_transaction_session_timeout: idleInTransaction,
    statement_timeout: limits.statementTimeout,
    application_name: 'tavla',
    async onConnect(client) {
      if (limits.readOnly) await client.query('set default_transaction_read_only = on')
    },
  })
  // A connection that breaks, idle or between two statements, says so by an event, and unheard it would end the process.
  // The pool has taken it out by then, and the call under way is rejected by itself.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Reads through whichever connection of the pool is free. */
export class PoolReader implements Reader {
  readonly #pool: pg.Pool
  readonly #statements: Statements

  constructor(pool: pg.Pool, statements: Statements) {
    this.#pool = pool
    this.#statements = statements
  }

  async all<T = Row>(sql: string, params: Params = []): Promise<T[]> {
    try {
      return await this.#query<T>(sql, params)
    } catch (error) {
      if (!isStalePlan(error)) throw translatePostgresError(error)
    }
    this.#statements.forget()
    try {
      return await this.#query<T>(sql, params)
    } catch (error) {
      throw translatePostgresError(error)
    }
  }

  async get<T = Row>(sql: string, params: Params = []): Promise<T | undefined> {
    const rows = await this.all<T>(sql, params)
    return rows[0]
  }

  async #query<T>(sql: string, params: Params): Promise<T[]> {
    const result = await this.#pool.query(this.#statements.query(sql, params))
    return result.rows as T[]
  }
}
