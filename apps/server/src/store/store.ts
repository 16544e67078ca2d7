import type { StorageKind } from '@tavla/contract'
import type { Dialect } from './dialect.ts'
import type { Statement } from './sql.ts'

export type { Params, Row, SqlParam, SqlValue } from './values.ts'

/** Runs statements that only read. They are prepared and cached by their text. */
export interface Reader {
  all<T>(statement: Statement<T>): Promise<T[]>
  get<T>(statement: Statement<T>): Promise<T | undefined>
}

/** A statement and whether one row or all rows are wanted. */
export interface Query {
  kind: 'all' | 'get'
  statement: Statement
}

/** Runs unbounded queries away from the main thread. */
export interface HeavyReader extends Reader {
  /** The rows of each query, in their order. A thread gets all queries in one message and returns all answers in one. */
  each(queries: readonly Query[]): Promise<unknown[][]>
}

/**
 * One write's view of the database: it reads its own changes. Use nothing else of the store inside `write`. After a
 * failed statement the write can only end: it is rejected with that error, whatever `change` returns.
 */
export interface Tx extends Reader {
  /** Runs a statement and returns the number of changed rows. @throws UniqueViolation when a unique index refuses a row */
  run(statement: Statement): Promise<number>
  /** Inserts one row; resolves to its `rid`. @throws UniqueViolation when a unique index refuses it */
  insert(statement: Statement): Promise<number>
  /**
   * Runs a part of the write; when it throws, its rows are rolled back, its callbacks are dropped, and the write may go
   * on. A failed statement still ends the whole write.
   */
  attempt<T>(part: () => Promise<T>): Promise<T>
  /** Runs in the transaction, after `change`: for a row about all that was written. */
  beforeCommit(run: () => Promise<void>): void
  /** Runs after the commit is durable, in commit order, before the caller of `write` goes on. Must not throw. */
  afterCommit(run: () => void): void
}

/** Every call may also throw StoreUnavailable. */
export interface Store extends Reader {
  readonly dialect: Dialect
  /** Where the data is, for messages: the path of the file, or the address without user and password. */
  readonly place: string
  /**
   * Runs `change` in a transaction and resolves once it is durable. On SQLite, waiting writes share one transaction and
   * one fsync, each in a savepoint of its own; `change` must await nothing but `tx`. On PostgreSQL `change` is retried
   * when it lost a race, so its only effects may be rows and `afterCommit`.
   * A write of many records says so with `isLong`: no other shares its commit, and so none waits for it that came before.
   * @throws any error of `change`, after its rows are rolled back
   */
  write<T>(change: (tx: Tx) => Promise<T>, isLong?: boolean): Promise<T>
  /** Like `write`, for work on definitions: alone in its transaction, and no other write overlaps it. */
  writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** For unbounded work (counts, searches, exports): on SQLite a read-only worker thread, started when first used. */
  readonly heavy: HeavyReader
  /** Whether the database answers now; resolves within about a second in any case. */
  isReachable(): Promise<boolean>
  /**
   * For a database on a server: prevents every other process from claiming it. `onTaken` is called when another process
   * got the claim after the connection had been lost; from then on each write is refused.
   * @returns the name of the process that already holds the claim; undefined when this process holds it now
   */
  claim?(onTaken: (holder: string) => void): Promise<string | undefined>
  /** Checks the whole data file, in a thread of its own; resolves to at max `max` faults. Only for a data file. */
  findFaults?(max: number): Promise<string[]>
  /** Copies the whole database to `path`, consistent and durable. Only for a data file. */
  backup?(path: string): Promise<void>
  /** Frees the disk space of a log whose pages are all in the database. Never throws. */
  shrinkLog?(): void
  /** Lets the writes under way finish, refuses further ones and closes the database. */
  close(): Promise<void>
}

/** The storage kinds of a column; a Table field has no column. */
export type ColumnKind = Exclude<StorageKind, 'table'>

export interface ColumnSpec {
  name: string
  kind: ColumnKind
  /** When the column is added to existing rows, they start with 0 or empty text. */
  notNull?: boolean
}

export interface IndexSpec {
  /** Unique among the indexes of its table. The name in the database is derived from table, name and definition. */
  name: string
  columns: readonly { name: string; descending?: boolean }[]
  unique?: boolean
}

/** A table as metadata specifies it. Every table also has the column `rid`, an integer primary key. */
export interface TableSpec {
  name: string
  columns: readonly ColumnSpec[]
  indexes: readonly IndexSpec[]
  /** Columns (folded text) in the trigram index; no index when empty. */
  search: readonly string[]
}
