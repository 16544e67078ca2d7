import type { StorageKind } from '@tavla/contract'
import type { Dialect } from './dialect.ts'

/** What can be bound: never a Date, an object or a boolean (node:sqlite would store a leading object as NULL, silently). */
export type SqlValue = string | number | null | Uint8Array
export type Row = Record<string, SqlValue>
export type Params = readonly SqlValue[]

/** Runs prepared statements that only read. Statements are cached by their text. */
export interface Reader {
  all<T = Row>(sql: string, params?: Params): Promise<T[]>
  get<T = Row>(sql: string, params?: Params): Promise<T | undefined>
}

/** One write's view of the database: it reads its own changes. Use nothing else of the store inside `write`. */
export interface Tx extends Reader {
  /** Number of rows changed. */
  run(sql: string, params?: Params): Promise<number>
  /** Runs after the commit is durable, in commit order, before the caller of `write` goes on. Must not throw. */
  afterCommit(run: () => void): void
}

export interface Store extends Reader {
  readonly dialect: Dialect
  /**
   * Runs `change` in a transaction and resolves once it is durable. On SQLite, writes that wait together share one
   * transaction and one fsync, each in a savepoint of its own; `change` must await nothing but `tx`.
   * @throws whatever `change` throws, after its rows are rolled back
   */
  write<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `write`, for work on definitions: alone in its transaction, and no other write overlaps it. */
  writeAlone<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** For work that is not bounded (counts, searches, exports): on SQLite a read-only worker thread, started when first used. */
  readonly heavy: Reader
  close(): Promise<void>
}

export interface ColumnSpec {
  name: string
  kind: Exclude<StorageKind, 'table'>
  notNull?: boolean
}

export interface IndexSpec {
  /** Unique in the database; at most 63 ASCII characters. */
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
