import { checkTable, indexName, ownIndex } from './names.ts'
import { type Sql, sql } from './sql.ts'
import type { ColumnKind, ColumnSpec, IndexSpec, Params, Reader, TableSpec, Tx } from './store.ts'

/** What table sync has to know of a database. */
export interface TableParts {
  /** SQL type of a column, with its collation. */
  columnType(kind: ColumnKind): string
  /** Definition of `rid`. */
  ridType: string
  /** SQL of one column of an index, with its direction. */
  indexColumn(name: string, descending: boolean): Sql<unknown>
  /** Names of the columns; none when there is no such table. */
  columns(reader: Reader, table: string): Promise<string[]>
  /** Names of all indexes of the table. */
  indexes(reader: Reader, table: string): Promise<string[]>
}

/** Creates the table, or adds what is missing of columns and drops and creates indexes until they are those of the specification. */
export async function syncColumnsAndIndexes(tx: Tx, spec: TableSpec, parts: TableParts): Promise<void> {
  checkTable(spec)
  const present = new Set(await parts.columns(tx, spec.name))
  if (present.size === 0) await createTable(tx, spec, parts)
  else {
    for (const column of spec.columns) if (!present.has(column.name)) await addColumn(tx, spec.name, column, parts)
  }
  await syncIndexes(tx, spec, parts)
}

/** Prints the statement and runs it. */
export function execute(tx: Tx, statement: Sql<unknown>): Promise<number> {
  const { sql: text, parameters } = statement.print()
  return tx.run(text, parameters as Params)
}

async function createTable(tx: Tx, spec: TableSpec, parts: TableParts): Promise<void> {
  const columns = [
    sql`${sql.id('rid')} ${sql.raw(parts.ridType)}`,
    ...spec.columns.map((column) => columnDefinition(column, parts)),
  ]
  await execute(tx, sql`create table ${sql.table(spec.name)} (${sql.join(columns)})`)
}

async function addColumn(tx: Tx, table: string, column: ColumnSpec, parts: TableParts): Promise<void> {
  const start = sql`default ${sql.raw(isNumber(column.kind) ? '0' : "''")}`
  const definition = columnDefinition(column, parts)
  const added = column.notNull ? sql`${definition} ${start}` : definition
  await execute(tx, sql`alter table ${sql.table(table)} add column ${added}`)
}

function columnDefinition(column: ColumnSpec, parts: TableParts): Sql<unknown> {
  const type = sql.raw(parts.columnType(column.kind))
  return column.notNull ? sql`${sql.id(column.name)} ${type} not null` : sql`${sql.id(column.name)} ${type}`
}

function isNumber(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'flag' || kind === 'decimal'
}

async function syncIndexes(tx: Tx, spec: TableSpec, parts: TableParts): Promise<void> {
  const wanted = new Map(spec.indexes.map((index) => [indexName(spec.name, index), index]))
  const present = (await parts.indexes(tx, spec.name)).filter((name) => ownIndex.test(name))
  for (const name of present) {
    // The search index (g_) has its own sync.
    if (!wanted.has(name) && !name.startsWith('g_')) await execute(tx, sql`drop index ${sql.id(name)}`)
  }
  for (const [name, index] of wanted) {
    if (!present.includes(name)) await createIndex(tx, spec.name, name, index, parts)
  }
}

function createIndex(tx: Tx, table: string, name: string, index: IndexSpec, parts: TableParts): Promise<number> {
  const kind = sql.raw(index.unique ? 'unique index' : 'index')
  const columns = sql.join(index.columns.map((column) => parts.indexColumn(column.name, column.descending ?? false)))
  return execute(tx, sql`create ${kind} ${sql.id(name)} on ${sql.table(table)} (${columns})`)
}
