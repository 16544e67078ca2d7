import type { OwnConnection } from './postgres-own.ts'

// The same for every process on this database, but different from the key that work on definitions uses.
const claimKey = '7233, 2'
const isClaim = `l.locktype = 'advisory' and l.classid = 7233 and l.objid = 2 and l.objsubid = 2 and l.granted
  and l.database = (select oid from pg_database where datname = current_database())`
const readHolder = `select a.pid, a.application_name as name from pg_locks l
  join pg_stat_activity a on a.pid = l.pid where ${isClaim}`

/** held: by this process; other: by another process, with its name; unknown: the server gave no answer. */
export type ClaimState = { kind: 'held' } | { kind: 'other'; holder: string } | { kind: 'unknown' }

/** An advisory lock that the server keeps for one connection, so that no second site writes to the same database. */
export class PostgresClaim {
  readonly #own: OwnConnection
  /** The server's process id of the connection that holds the lock for us. */
  #backend: number | undefined

  constructor(own: OwnConnection) {
    this.#own = own
  }

  /** Whether the connection that took the lock is still open. */
  get isHeld(): boolean {
    return this.#backend !== undefined && this.#backend === this.#own.backend
  }

  /**
   * Takes the lock unless another process holds it. If an earlier connection of this process still holds it, that
   * connection is terminated on the server.
   */
  async take(): Promise<ClaimState> {
    if (this.isHeld) return { kind: 'held' }
    const rows = await this.#own.ask(`select pg_try_advisory_lock(${claimKey}) as taken, pg_backend_pid() as pid`)
    if (!rows) return { kind: 'unknown' }
    if (rows[0]?.taken === true) {
      this.#backend = Number(rows[0].pid)
      return { kind: 'held' }
    }
    const [holder] = (await this.#own.ask(readHolder)) ?? []
    if (!holder) return { kind: 'unknown' }
    if (!this.#own.backends.has(Number(holder.pid))) return { kind: 'other', holder: String(holder.name ?? '') }
    await this.#own.ask('select pg_terminate_backend($1)', [holder.pid])
    return { kind: 'unknown' }
  }
}
