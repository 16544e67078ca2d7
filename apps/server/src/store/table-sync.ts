import { checkTable, indexName, ownIndex } from './names.ts'
import { type Sql, sql } from './sql.ts'
import type { ColumnKind, ColumnSpec, IndexSpec, Reader, TableSpec, Tx } from './store.ts'

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
  /** Statement by which the database writes the value as a literal, `text`. */
  quoted(value: string | number): Sql<{ text: string }>
  /** Makes an index that refuses nothing after the commit, where that is worth it; false where it is to be made at once. */
  makeLater?(tx: Tx, table: string, name: string, rest: Sql): Promise<boolean>
}

/** What a new column holds in the rows that are there, by its name. */
export type Fills = ReadonlyMap<string, string | number>

/** Creates the table, or adds what is missing of columns and drops and creates indexes until they are those of the specification. */
export async function syncColumnsAndIndexes(tx: Tx, spec: TableSpec, parts: TableParts, fills?: Fills): Promise<void> {
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

/** Rows that are there have the value without being written: both databases keep it beside the column. */
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

/** No statement that changes a table takes parameters, so the database itself writes the value as it is to stand there. */
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

/** What stands behind the name of an index. */
export function onColumns(table: string, index: IndexSpec, { indexColumn }: Pick<TableParts, 'indexColumn'>): Sql {
  const columns = index.columns.map(({ name, descending = false }) => indexColumn(name, descending))
  return sql`on ${sql.table(table)} (${sql.join(columns)})`
}
