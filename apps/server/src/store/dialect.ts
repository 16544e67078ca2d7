import type { Sql } from './sql.ts'
import type { ColumnKind, ColumnSpec, Reader, SqlParam, SqlValue, TableSpec, Tx } from './store.ts'

/**
 * Everything that differs between the two databases. Both compare text by code point (SQLite BINARY, PostgreSQL "C")
 * and store dates and times as text and flags as integers, so code outside this folder does not depend on the database.
 * Names of tables and columns are lower-case identifiers of at most 63 characters.
 * @throws Error for any other name
 */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Sorts by `expression`: blanks come first when ascending, last when descending. */
  order(expression: Sql<unknown>, descending: boolean): Sql<unknown>
  /**
   * True when `expression` is in a list. The list is one parameter (JSON text, or an array), so the statement's text
   * does not depend on its length.
   */
  isOneOf(expression: Sql<unknown>, values: ListParam, kind: ColumnKind): Sql<boolean>
  /** The condition as a test of rows that something else finds: the planner looks for no index that answers it. */
  asTest(condition: Sql<boolean>): Sql<boolean>
  /** The condition on the rows of a table, answered by its own index beside conditions that another index answers. */
  alsoAmong(table: string, condition: Sql<boolean>): Sql<boolean>
  /** Converts a list to the parameter of `isOneOf`. */
  listParam(values: readonly (string | number)[]): SqlParam
  /** All integers of a statement's rows, in this order, as one JSON text. */
  gathered(value: Sql<unknown>, order: Sql<unknown>): Sql<string>
  /** Rows of an integer `k` and its integer `n`, from a JSON object that is bound as one parameter. */
  numbersByKey(object: unknown): Sql<{ k: number; n: number }>
  /** The form of a folded text in which search compares, as `searchFold` (reference: metadata, Search). */
  searchFolded(text: Sql<unknown>): Sql<string | null>
  /** True for rows in which any of these folded columns fits the pattern, as search compares; reads no search index. */
  rowContains(columns: readonly string[], pattern: unknown): Sql<boolean>
  /** False while the search index of the table is being made, when looking at its rows one by one is the faster way. */
  isSearchReady(reader: Reader, table: string): Promise<boolean>
  /**
   * True for rows of `table` in which any of `columns` (folded) contains the needle as search compares, found through
   * the trigram index. Bind `needle` as `searchParam(columns, searchFold(text))`; pass `every` when `columns` are all
   * columns of the index, which is faster. Needles need at least three characters. `alias` is the table's name in the statement, if it has another one
   * there.
   */
  contains(table: string, columns: readonly string[], needle: unknown, alias?: string): Sql<boolean>
  /** As `contains`, for a statement that walks along another index and tests each of its rows. */
  isAmongContaining(table: string, columns: readonly string[], needle: unknown): Sql<boolean>
  searchParam(columns: readonly string[], needle: string, every?: boolean): string
  /**
   * A parameter in the place of `searchParam` that is answered much faster: it stands for the rarest parts of the needle,
   * so the rows that it finds may lack the rest, and must be tested with `rowContains`. Undefined when no part is rare,
   * or the needle itself is found as fast.
   */
  rareParam?(
    reader: Reader,
    table: string,
    columns: readonly string[],
    needle: string,
    every?: boolean,
  ): Promise<RareParam | undefined>
  /**
   * The `rid`s of at most `limit` rows that contain the needle at this place, the newest where the index knows them:
   * perhaps also of rows that contain it elsewhere. Bind `needle` as `placedParam`; `condition` is one on the table.
   */
  containingAt(
    table: string,
    columns: readonly string[],
    needle: unknown,
    limit: number,
    condition?: Sql<boolean>,
  ): Sql<{ rid: number }>
  placedParam(columns: readonly string[], needle: string, place: TextPlace, every?: boolean): string
  /** Counts the rows for which `contains` is true; reads only the index. */
  countContaining(table: string, columns: readonly string[], needle: unknown): Sql<{ n: number }>
  /**
   * Asks the search index once for page and count: the number of rows found (`n`, at most `counted` + 1), and their
   * `rid`s in this order as JSON text (`rows`): up to `few`, all that fit the condition; up to `most`, the first `first`;
   * null beyond. Bind `needle` as `searchParam`. Undefined where the planner needs no such help.
   */
  findInOrder?(table: string, search: OrderedSearch): Sql<{ rows: string | null; n: number }>
  /** The last `length` characters of a text; a shorter text is returned whole. */
  ending(text: Sql<unknown>, length: number): Sql<unknown>
  /**
   * At the end of a subquery: its expressions are reckoned once, wherever their columns are used. Nothing on PostgreSQL,
   * which would give up reading in parallel.
   */
  readonly keptApart: Sql<unknown>
  /** True where a single processor runs a statement, so that two statements read the halves of a table sooner. */
  readonly isSerial: boolean
  /**
   * The sum of numbers, true to about fifteen digits whatever their order and number, and without overflow: adding doubles
   * one by one would lose cents.
   */
  sumOf(value: Sql<unknown>): Sql<number | null>
  /** Locks the row against other writers until commit (`for update`); nothing on SQLite, which has one writer. */
  readonly lockRow: Sql<unknown>

  /** SQL type of a column, for tables that `syncTable` does not create. */
  columnType(kind: ColumnKind): string
  /** SQL definition of an integer primary key with automatic numbers. */
  readonly ridType: string
  hasTable(reader: Reader, table: string): Promise<boolean>

  /**
   * Creates the table, or adds the missing columns and updates the indexes and the search index. It never drops a
   * column. `fills` gives, by the name of a new column, its value in existing rows.
   */
  syncTable(tx: Tx, spec: TableSpec, fills?: ReadonlyMap<string, string | number>): Promise<void>
  /** Called at start: queues the indexes that an earlier process did not finish. */
  resumeIndexes?(reader: Reader, tables: readonly TableSpec[]): Promise<void>
  /**
   * Called before `setRows` changes most rows of a table, followed by `syncTable`: drops indexes that cost more to
   * update than to rebuild.
   */
  prepareRewrite?(tx: Tx, table: string): Promise<void>
  /** Sets `columns` in many rows with one statement. Each element of `rows` is a `rid` followed by a value for each column. */
  setRows(tx: Tx, table: string, columns: readonly ColumnSpec[], rows: readonly (readonly SqlValue[])[]): Promise<void>
  dropTable(tx: Tx, table: string): Promise<void>
  renameColumn(tx: Tx, table: string, from: string, to: string): Promise<void>
  /** Drops the column and the indexes that use it. The next `syncTable` recreates those that are still in the specification. */
  dropColumn(tx: Tx, table: string, column: string): Promise<void>
  /** All tables of the database by name, as they are; the parts that the database itself adds are left out. */
  tablesAsTheyAre(reader: Reader): Promise<ReadonlyMap<string, TableAsItIs>>
  /**
   * Compares the search index with the columns. With `isExact` it compares every text; otherwise a sum tells whether
   * some text is missing or left over, and only then every text is compared.
   */
  compareSearch(reader: Reader, spec: TableSpec, isExact: boolean): Promise<SearchFaults>
  /** Rebuilds the search index from the columns, which is faster than updating it while most rows change. */
  rebuildSearch(tx: Tx, spec: TableSpec): Promise<void>
  /** Makes the search index anew, whatever became of it. */
  repairSearch(tx: Tx, spec: TableSpec): Promise<void>
}

/** The rarest parts of a needle, as the index is asked for them. */
export interface RareParam {
  param: string
  /** Of more rows that contain them, the index finds the whole needle sooner than their texts are read. */
  worth: number
}

/** A search of a list in its order, and up to how many rows it finds what. */
export interface OrderedSearch {
  columns: readonly string[]
  needle: unknown
  condition: Sql<boolean> | undefined
  order: Sql
  few: number
  most: number
  counted: number
  first: number
}

/** Where a column contains a text: anywhere, at the beginning of a word, or at its own beginning. */
export type TextPlace = 'anywhere' | 'word' | 'beginning'

/** A table of the database: its columns with their types, and its finished indexes. */
export interface TableAsItIs {
  columns: Map<string, string>
  indexes: Set<string>
}

export interface SearchFaults {
  /** The index itself is missing, or another one than the definition asks for. */
  isBroken: boolean
  /** Rows that the index does not know as they are, by their `rid`; a few, if they are many. */
  rows: readonly number[]
  /** Number of texts that differ. */
  count: number
}

/** The list in a printed statement: the result of `listParam`, or a placeholder that the caller replaces by it. */
export type ListParam = unknown
