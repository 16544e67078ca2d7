import type { Sql } from './sql.ts'
import type { ColumnKind, ColumnSpec, Reader, SqlParam, SqlValue, TableSpec, Tx } from './store.ts'

/**
 * All that differs between the two databases. Both store text compared by code point (SQLite BINARY, PostgreSQL "C"),
 * dates and times as text, flags as integers, so that everything outside this folder is blind to which one runs.
 * Names of tables and columns are lower-case identifiers of at most 63 characters; others throw.
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** `expression` sorted with blanks first when ascending and last when descending. */
  order(expression: Sql<unknown>, descending: boolean): Sql<unknown>
  /** `expression` is one of a list that travels as one parameter (JSON text, or an array), so that the statement's text stays the same. */
  isOneOf(expression: Sql<unknown>, values: ListParam, kind: ColumnKind): Sql<boolean>
  /** How the list of `isOneOf` is bound. */
  listParam(values: readonly (string | number)[]): SqlParam
  /** Rows of an integer `k` and its integer `n`, from a JSON object that travels as one parameter. */
  numbersByKey(object: unknown): Sql<{ k: number; n: number }>
  /**
   * True for rows of `table` in which any of `columns` (folded) contains the needle, through the trigram index.
   * `needle` is bound as `searchParam(columns, text)`, with `every` when these are all columns of the index, which is
   * quicker to look through whole. Only for needles of at least three characters.
   * `alias` is what the statement calls the table, when it is not its name.
   */
  contains(table: string, columns: readonly string[], needle: unknown, alias?: string): Sql<boolean>
  searchParam(columns: readonly string[], needle: string, every?: boolean): string
  /** How many rows of `table` `contains` is true for; nothing but the index is looked at. */
  countContaining(table: string, columns: readonly string[], needle: unknown): Sql<{ n: number }>
  /**
   * The rows that match, when they are few: their `rid`s in this order as JSON text (`rows`), their number
   * (`n`), and how many had to be looked at (`candidates`; more than `limit` means that the answer is not whole).
   * `candidates` is bound as `candidatesParam`, `pattern` as a `like` pattern. Undefined where the planner does well.
   */
  fewMatches(
    table: string,
    columns: readonly string[],
    candidates: unknown,
    pattern: unknown,
    order: Sql,
    limit: number,
  ): Sql<{ rows: string; n: number; candidates: number }> | undefined
  candidatesParam(columns: readonly string[], needle: string, every?: boolean): string
  /** The last characters of a text; all of a shorter one. */
  ending(text: Sql<unknown>, length: number): Sql<unknown>
  /** Locks the row against other writers until commit (`for update`); nothing on SQLite, which has one writer. */
  readonly lockRow: Sql<unknown>

  /** SQL type of a column, for tables that are not made by `syncTable`. */
  columnType(kind: ColumnKind): string
  /** SQL definition of an integer primary key that numbers itself. */
  readonly ridType: string
  hasTable(reader: Reader, table: string): Promise<boolean>

  /**
   * Creates the table or brings columns, indexes and search index up to the specification. Never drops a column.
   * `fills`: what a new column, by its name, holds in the rows that are there.
   */
  syncTable(tx: Tx, spec: TableSpec, fills?: ReadonlyMap<string, string | number>): Promise<void>
  /** At a start: asks for the indexes that an earlier process had no time to make. */
  resumeIndexes?(reader: Reader, tables: readonly TableSpec[]): Promise<void>
  /** Before `setRows` on most rows of a table and its `syncTable`: takes away what would cost more to keep in step than to make anew. */
  easeRewrite?(tx: Tx, table: string): Promise<void>
  /** Sets `columns` in many rows by one statement; each of `rows` is a `rid` with a value for each column. */
  setRows(tx: Tx, table: string, columns: readonly ColumnSpec[], rows: readonly (readonly SqlValue[])[]): Promise<void>
  dropTable(tx: Tx, table: string): Promise<void>
  renameColumn(tx: Tx, table: string, from: string, to: string): Promise<void>
  /** Drops the column with the indexes that use it; the next `syncTable` makes those that are still wanted. */
  dropColumn(tx: Tx, table: string, column: string): Promise<void>
  /** Makes the search index anew from the columns: quicker than keeping it in step while most rows are changed. */
  rebuildSearch(tx: Tx, spec: TableSpec): Promise<void>
}

/** Stands for the list in a printed statement until it is run: whatever the caller replaces by `listParam`, or that itself. */
export type ListParam = unknown
