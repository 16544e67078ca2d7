import type { OwnConnection } from './postgres-own.ts'

// The same for every process on this database; another pair than that of work on definitions.
const claimKey = '7233, 2'
const isClaim = `l.locktype = 'advisory' and l.classid = 7233 and l.objid = 2 and l.objsubid = 2 and l.granted
  and l.database = (select oid from pg_database where datname = current_database())`
const readHolder = `select a.pid, a.application_name as name from pg_locks l
  join pg_stat_activity a on a.pid = l.pid where ${isClaim}`

/** Held: by us; other: by somebody else, whose name is told; unknown: the server gave no answer. */
export type ClaimState = { kind: 'held' } | { kind: 'other'; holder: string } | { kind: 'unknown' }

/** A lock that the server keeps for one connection of a process, so that no second site writes the same database. */
export class PostgresClaim {
  readonly #own: OwnConnection
  /** The server's process that holds the lock for us. */
  #backend: number | undefined

  constructor(own: OwnConnection) {
    this.#own = own
  }

  /** Whether the connection that took it still stands. */
  get isHeld(): boolean {
    return this.#backend !== undefined && this.#backend === this.#own.backend
  }

  /** Takes it, unless it is held. An earlier connection of our own that the server still believes in is ended for it. */
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
