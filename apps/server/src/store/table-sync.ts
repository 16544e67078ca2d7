import { checkTable, indexName, ownIndex } from './names.ts'
import { type Sql, sql } from './sql.ts'
import type { ColumnKind, ColumnSpec, IndexSpec, Reader, TableSpec, Tx } from './store.ts'

/** The database-specific parts of table sync. */
export interface TableParts {
  /** SQL type of a column, with its collation. */
  columnType(kind: ColumnKind): string
  /** SQL definition of `rid`. */
  ridType: string
  /** SQL of one column of an index, with its direction. */
  indexColumn(name: string, descending: boolean): Sql<unknown>
  /** Names of the columns; empty when the table does not exist. */
  columns(reader: Reader, table: string): Promise<string[]>
  /** Names of all indexes of the table. */
  indexes(reader: Reader, table: string): Promise<string[]>
  /** A statement by which the database writes the value as a literal, in the column `text`. */
  quoted(value: string | number): Sql<{ text: string }>
  /** Builds a non-unique index after the commit, if that is worth it; false when it must be built at once. */
  makeLater?(tx: Tx, table: string, name: string, rest: Sql): Promise<boolean>
}

/** The value of each new column in existing rows, by its name. */
export type ColumnFills = ReadonlyMap<string, string | number>

/** Creates the table, or adds missing columns, and drops and creates indexes until they match the specification. */
export async function syncColumnsAndIndexes(
  tx: Tx,
  spec: TableSpec,
  parts: TableParts,
  fills?: ColumnFills,
): Promise<void> {
  checkTable(spec)
  const present = new Set(await parts.columns(tx, spec.name))
  if (present.size === 0) await createTable(tx, spec, parts)
  else {
    for (const column of spec.columns) {
      if (!present.has(column.name)) await addColumn(tx, spec.name, column, parts, fills?.get(column.name))
    }
  }
  await syncIndexes(tx, spec, parts)
}

async function createTable(tx: Tx, spec: TableSpec, parts: TableParts): Promise<void> {
  const columns = [
    sql`${sql.id('rid')} ${sql.raw(parts.ridType)}`,
    ...spec.columns.map((column) => columnDefinition(column, parts)),
  ]
  await tx.run(sql`create table ${sql.table(spec.name)} (${sql.join(columns)})`)
}

/** Existing rows get the value without being rewritten: both databases store it beside the column. */
async function addColumn(
  tx: Tx,
  table: string,
  column: ColumnSpec,
  parts: TableParts,
  fill: string | number | undefined = column.notNull ? (isNumber(column.kind) ? 0 : '') : undefined,
): Promise<void> {
  const definition = columnDefinition(column, parts)
  const added = fill === undefined ? definition : sql`${definition} default ${await literal(tx, parts, fill)}`
  await tx.run(sql`alter table ${sql.table(table)} add column ${added}`)
}

/** No statement that alters a table takes parameters, so the database itself formats the value as a literal. */
async function literal(tx: Tx, { quoted }: TableParts, value: string | number): Promise<Sql> {
  const literal = await tx.get(quoted(value))
  if (!literal) throw new Error('The database wrote no value')
  return sql.raw(literal.text)
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
    if (!wanted.has(name) && !name.startsWith('g_')) await tx.run(sql`drop index ${sql.id(name)}`)
  }
  for (const [name, index] of wanted) {
    if (!present.includes(name)) await createIndex(tx, spec.name, name, index, parts)
  }
}

async function createIndex(tx: Tx, table: string, name: string, index: IndexSpec, parts: TableParts): Promise<void> {
  const rest = onColumns(table, index, parts)
  if (!index.unique && (await parts.makeLater?.(tx, table, name, rest))) return
  const kind = sql.raw(index.unique ? 'unique index' : 'index')
  await tx.run(sql`create ${kind} ${sql.id(name)} ${rest}`)
}

/** The part of the statement after the name of an index. */
export function onColumns(table: string, index: IndexSpec, { indexColumn }: Pick<TableParts, 'indexColumn'>): Sql {
  const columns = index.columns.map(({ name, descending = false }) => indexColumn(name, descending))
  return sql`on ${sql.table(table)} (${sql.join(columns)})`
}
