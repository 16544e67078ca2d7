import type { Dialect } from './dialect.ts'
import { checkName } from './names.ts'
import { sql } from './sql.ts'
import { searchColumn, searchTable, syncSearch } from './sqlite-search.ts'
import { type Late, SqliteTx } from './sqlite-tx.ts'
import type { ColumnKind, Reader, Row, TableSpec, Tx } from './store.ts'
import { execute, syncColumnsAndIndexes, type TableParts } from './table-sync.ts'

const types: Partial<Record<ColumnKind, string>> = { integer: 'integer', flag: 'integer', decimal: 'real' }

const parts: TableParts = {
  columnType: (kind) => types[kind] ?? 'text',
  // autoincrement: a number is never given twice, so what is kept by it elsewhere cannot point at a later row.
  ridType: 'integer primary key autoincrement',
  indexColumn: (name, descending) => (descending ? sql`${sql.id(name)} desc` : sql`${sql.id(name)}`),
  columns: (reader, table) => names(reader, 'select name from pragma_table_info(?)', table),
  indexes: (reader, table) => names(reader, 'select name from pragma_index_list(?)', table),
}

/** SQLite. Contains-search is an FTS5 trigram table beside each searched table, kept in step row by row. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columnType: parts.columnType,
  ridType: parts.ridType,

  // NULL is the smallest value to SQLite, which is just the order wanted.
  order: (expression, descending) => (descending ? sql`${expression} desc` : sql`${expression} asc`),
  isOneOf: (expression, values) => sql`${expression} in (select value from json_each(${sql.val(values)}))`,
  listParam: (values) => JSON.stringify(values),

  contains(table, _columns, needle, alias = table) {
    const found = sql.table(searchTable(table))
    return sql`${sql.id(alias, 'rid')} in (select rowid from ${found} where ${found} match ${sql.val(needle)})`
  },
  // The columns to look in are part of FTS5's query text, and so is the phrase, in which only a quote has a meaning.
  searchParam(columns, needle, every = false) {
    const phrase = needle.replaceAll('\0', '').replaceAll('"', '""')
    return every ? `"${phrase}"` : `{${columns.map(searchColumn).join(' ')}} : "${phrase}"`
  },
  containsEstimate(table, _columns, needle, limit) {
    const found = sql.table(searchTable(table))
    const matches = sql`select 1 from ${found} where ${found} match ${sql.val(needle)} limit ${sql.lit(limit)}`
    return sql`select count(*) as n from (${matches})`
  },
  // A phrase is dear: every trigram of it is followed through its whole list. A third of them leaves hardly more rows,
  // and those few are looked at.
  fewMatches(table, columns, candidates, pattern, order, limit) {
    const found = sql.table(searchTable(table))
    const matching = sql`select rowid as rid from ${found} where ${found} match ${sql.val(candidates)} limit ${sql.lit(limit + 1)}`
    const likes = columns.map((name) => sql`${sql.id(name)} like ${sql.val(pattern)} escape '\\'`)
    return sql`with candidate as materialized (${matching})
      select (select count(*) from candidate) as candidates, json_group_array(rid order by ${order}) as rows, count(*) as n
      from ${sql.table(table)} where rid in (select rid from candidate) and (${sql.join(likes, sql` or `)})`
  },
  candidatesParam(columns, needle, every = false) {
    const trigrams = spacedTrigrams(needle).map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    const all = trigrams.join(' AND ')
    return every ? all : `{${columns.map(searchColumn).join(' ')}} : (${all})`
  },
  lockRow: sql``,

  async hasTable(reader, table) {
    const found = await reader.get("select 1 as found from sqlite_master where type = 'table' and name = ?", [table])
    return found !== undefined
  },
  async syncTable(tx, spec) {
    await syncColumnsAndIndexes(tx, spec, parts)
    await syncSearch(tx, spec, await parts.columns(tx, searchTable(spec.name)))
  },
  async dropTable(tx, table) {
    await execute(tx, sql`drop table if exists ${sql.table(searchTable(checkName(table)))}`)
    await execute(tx, sql`drop table if exists ${sql.table(table)}`)
  },
  async renameColumn(tx, table, from, to) {
    const [before, after] = [sql.id(checkName(from)), sql.id(checkName(to))]
    await execute(tx, sql`alter table ${sql.table(checkName(table))} rename column ${before} to ${after}`)
  },
  async dropColumn(tx, table, column) {
    checkName(column)
    for (const index of await parts.indexes(tx, checkName(table))) {
      const columns = await names(tx, 'select name from pragma_index_info(?)', index)
      if (columns.includes(column)) await execute(tx, sql`drop index ${sql.id(index)}`)
    }
    await execute(tx, sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`)
  },

  async indexRow(tx, spec, rid, texts) {
    await runLate(tx, spec, rid, { sql: rowStatements(spec).index, params: [rid, ...texts] })
  },
  async unindexRow(tx, spec, rid) {
    await runLate(tx, spec, rid, { sql: rowStatements(spec).unindex, params: [rid] })
  },
  async rebuildSearch(tx, spec) {
    await syncSearch(tx, spec, [])
  },
}

/** Trigrams of the text that do not overlap, and its last one. */
function spacedTrigrams(text: string): string[] {
  const characters = Array.from(text.replaceAll('\0', ''))
  const starts = new Set([characters.length - 3])
  for (let at = 0; at + 3 <= characters.length; at += 3) starts.add(at)
  return [...starts].map((at) => characters.slice(at, at + 3).join(''))
}

async function runLate(tx: Tx, spec: TableSpec, rid: number, statement: Late): Promise<void> {
  if (tx instanceof SqliteTx) tx.later(`${spec.name} ${rid}`, statement)
  else await tx.run(statement.sql, statement.params)
}

// These two run with every write, so each table's are printed once.
const printed = new WeakMap<TableSpec, { index: string; unindex: string }>()

function rowStatements(spec: TableSpec): { index: string; unindex: string } {
  let statements = printed.get(spec)
  if (!statements) {
    const table = sql.table(searchTable(spec.name))
    // node:sqlite binds every number as a real, and FTS5 takes a real rowid for no condition at all.
    const rowid = sql`cast(${sql.val(0)} as integer)`
    const columns = sql.join(spec.search.map((name) => sql.id(searchColumn(name))))
    const values = sql.join([rowid, ...spec.search.map(() => sql.val(null))])
    statements = {
      index: sql`insert or replace into ${table} (rowid, ${columns}) values (${values})`.print().sql,
      unindex: sql`delete from ${table} where rowid = ${rowid}`.print().sql,
    }
    printed.set(spec, statements)
  }
  return statements
}

async function names(reader: Reader, statement: string, name: string): Promise<string[]> {
  const rows = await reader.all<Row>(statement, [name])
  return rows.map((row) => String(row.name))
}
