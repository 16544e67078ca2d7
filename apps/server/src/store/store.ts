import type { StorageKind } from '@tavla/contract'
import type { Dialect } from './dialect.ts'
import type { Statement } from './sql.ts'

export type { Params, Row, SqlParam, SqlValue } from './values.ts'

/** Runs statements that only read. They are prepared, and known again by their text. */
export interface Reader {
  all<T>(statement: Statement<T>): Promise<T[]>
  get<T>(statement: Statement<T>): Promise<T | undefined>
}

/** A statement with the number of its rows that are wanted. */
export interface Query {
  kind: 'all' | 'get'
  statement: Statement
}

/** Runs queries that are not bounded, away from the main thread. */
export interface HeavyReader extends Reader {
  /** The rows of each query, in their order. Where a thread runs them, it takes them in one message and gives all answers in one. */
  each(queries: readonly Query[]): Promise<unknown[][]>
}

/**
 * One write's view of the database: it reads its own changes. Use nothing else of the store inside `write`.
 * Once a statement has failed the write can only end: whatever `change` returns, it is rejected with that error.
 */
export interface Tx extends Reader {
  /**
   * Number of rows changed.
   * @throws UniqueViolation when a unique index refuses a row
   */
  run(statement: Statement): Promise<number>
  /**
   * Inserts one row; resolves to its `rid`.
   * @throws UniqueViolation when a unique index refuses it
   */
  insert(statement: Statement): Promise<number>
  /** Runs after the commit is durable, in commit order, before the caller of `write` goes on. Must not throw. */
  afterCommit(run: () => void): void
}

/** Every call may also throw StoreUnavailable. */
export interface Store extends Reader {
  readonly dialect: Dialect
  /** Where the data is, for messages: the path of the file, or the address without user and password. */
  readonly place: string
  /**
   * Runs `change` in a transaction and resolves once it is durable. On SQLite, writes that wait together share one
   * transaction and one fsync, each in a savepoint of its own; `change` must await nothing but `tx`. On PostgreSQL
   * `change` runs again when it lost a race, so it must leave nothing behind but rows and `afterCommit`.
   * @throws whatever `change` throws, after its rows are rolled back
   */
  write<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `write`, for work on definitions: alone in its transaction, and no other write overlaps it. */
  writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** For work that is not bounded (counts, searches, exports): on SQLite a read-only worker thread, started when first used. */
  readonly heavy: HeavyReader
  /** Whether the database answers at this moment; resolves within about a second, whatever becomes of the database. */
  isReachable(): Promise<boolean>
  /**
   * Where the database is not a file of ours: keeps every other process out that claims it. `onTaken` hears of another one
   * that got it after the connection had been lost; from then on each write is refused.
   * @returns the name of the process that holds it already; undefined when we hold it now
   */
  claim?(onTaken: (holder: string) => void): Promise<string | undefined>
  /** Looks through the whole data file, in a thread of its own; resolves to at most `most` faults. Only where it is a file of ours. */
  findFaults?(most: number): Promise<string[]>
  /** Copies the whole database to `path`, consistent and durable; only where the database is a file of ours. */
  backup?(path: string): Promise<void>
  /** Gives back the room of a log whose content the database holds, where there is one. Never throws. */
  shrinkLog?(): void
  /** Lets the writes under way finish, refuses further ones and lets go of the database. */
  close(): Promise<void>
}

/** What a column can be for; a Table field has no column. */
export type ColumnKind = Exclude<StorageKind, 'table'>

export interface ColumnSpec {
  name: string
  kind: ColumnKind
  /** A column that is added to existing rows then starts at 0 or at empty text. */
  notNull?: boolean
}

export interface IndexSpec {
  /** Unique among the indexes of its table. The name in the database is made from table, name and definition. */
  name: string
  columns: readonly { name: string; descending?: boolean }[]
  unique?: boolean
}

/** A table as metadata wants it. Column `rid`, an integer primary key, always exists beside these. */
export interface TableSpec {
  name: string
  columns: readonly ColumnSpec[]
  indexes: readonly IndexSpec[]
  /** Columns (folded text) in the trigram index; empty = no index. */
  search: readonly string[]
}
