import { bindList } from './bind.ts'
import type { Dialect, TableAsItIs } from './dialect.ts'
import { checkName } from './names.ts'
import { type Sql, sql } from './sql.ts'
import {
  backlogTable,
  dropSearch,
  isSearched,
  makeSearch,
  searchColumn,
  searchFolded,
  searchTable,
  syncSearch,
} from './sqlite-search.ts'
import { compareSearch } from './sqlite-search-check.ts'
import { rarestParts } from './sqlite-search-parts.ts'
import type { ColumnKind, Reader, Row } from './store.ts'
import { syncColumnsAndIndexes, type TableParts } from './table-sync.ts'

const types: Partial<Record<ColumnKind, string>> = { integer: 'integer', flag: 'integer', decimal: 'real' }

const parts: TableParts = {
  columnType: (kind) => types[kind] ?? 'text',
  // autoincrement: a number is never reused, so references stored elsewhere cannot point at a later row.
  ridType: 'integer primary key autoincrement',
  indexColumn: (name, descending) => (descending ? sql`${sql.id(name)} desc` : sql`${sql.id(name)}`),
  columns: (reader, table) => names(reader, sql`select name from pragma_table_info(${table})`),
  indexes: (reader, table) => names(reader, sql`select name from pragma_index_list(${table})`),
  quoted: (value) => sql`select quote(${value}) as text`,
}

/** With more rows in its backlog, the search index of a table is being made. */
const maxBacklog = 5_000

/**
 * The dialect of SQLite. Contains-search uses an FTS5 trigram table beside each searched table. Triggers record changed
 * rows in a backlog, which is indexed many rows at a time, because indexing rows one by one costs four times as much.
 * Until then a search reads the texts of the rows in the backlog itself.
 */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  columnType: parts.columnType,
  ridType: parts.ridType,

  // NULL is the smallest value in SQLite, which gives the wanted order.
  order: (expression, descending) => (descending ? sql`${expression} desc` : sql`${expression} asc`),
  isOneOf: (expression, values) => sql`${expression} in (select value from json_each(${sql.val(values)}))`,
  asTest: (condition) => sql`+(${condition})`,
  alsoAmong: (table, condition) =>
    sql`${sql.id(table, 'rid')} in (select rid from ${sql.table(checkName(table))} where ${condition})`,
  ending: (text, length) => sql`substr(${text}, ${sql.lit(-length)})`,
  listParam: (values) => JSON.stringify(bindList(values)),
  gathered: (value, order) => sql`json_group_array(${value} order by ${order})`,
  numbersByKey: (object) => sql`select cast(key as integer) as k, value as n from json_each(${object})`,

  // It keeps what each addition rounds away.
  sumOf: (value) => sql`total(${value})`,
  searchFolded,
  rowContains,
  async isSearchReady(reader, table) {
    const beyond = sql`select 1 from ${sql.id(backlogTable(table))} limit 1 offset ${sql.lit(maxBacklog)}`
    return (await reader.get(beyond)) === undefined
  },
  contains(table, columns, needle, alias = table) {
    const found = sql`select rowid from ${matches(table, needle)} union all ${backlogMatches(table, columns, needle)}`
    return sql`${sql.id(alias, 'rid')} in (${found})`
  },
  // The plus keeps the planner from fetching each of these rows where an index of the order finds them sooner.
  isAmongContaining(table, columns, needle) {
    const found = sql`select rowid from ${matches(table, needle)} union all ${backlogMatches(table, columns, needle)}`
    return sql`+${sql.id(table, 'rid')} in (${found})`
  },
  // FTS5's query text and the plain needle, as one parameter. FTS5's query text names the columns to search; in its phrase
  // only a quote has a special meaning.
  searchParam(columns, needle, every = false) {
    const plain = needle.replaceAll('\0', '')
    return JSON.stringify([among(columns, `"${plain.replaceAll('"', '""')}"`, every), plain])
  },
  async rareParam(reader, table, columns, needle, every = false) {
    const plain = needle.replaceAll('\0', '')
    const rarest = await rarestParts(reader, table, plain)
    if (!rarest) return undefined
    const found = rarest.parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(' AND ')
    return { param: JSON.stringify([among(columns, `(${found})`, every), plain]), worth: rarest.worth }
  },
  containingAt(table, columns, needle, limit, condition) {
    const [found, row] = [sql.id(searchTable(table)), sql.id(table)]
    const isSeen = condition
      ? sql` and exists (select 1 from ${row} where rid = ${found}.rowid and (${condition}))`
      : sql``
    const isWaitingSeen = condition ? sql` and (${condition})` : sql``
    return sql`select rid from (select rowid as rid from ${matches(table, needle)}${isSeen} order by rowid desc limit ${sql.lit(limit)})
      union select rid from (${backlogMatches(table, columns, needle)}${isWaitingSeen} limit ${sql.lit(limit)})`
  },
  placedParam(columns, needle, place, every = false) {
    const plain = needle.replaceAll('\0', '')
    const phrase = `"${place === 'word' ? ' ' : ''}${plain.replaceAll('"', '""')}"`
    return JSON.stringify([among(columns, `${place === 'beginning' ? '^ ' : ''}${phrase}`, every), plain])
  },
  countContaining(table, columns, needle) {
    const indexed = sql`select count(*) from ${matches(table, needle)}`
    return sql`select (${indexed}) + (select count(*) from (${backlogMatches(table, columns, needle)})) as n`
  },
  findInOrder(table, { columns, needle, condition, order, few, most, counted, first }) {
    const matching = sql`select rowid as rid from ${matches(table, needle)} union all ${backlogMatches(table, columns, needle)}`
    const fits = condition ? sql` and (${condition})` : sql``
    const among = sql`rid in (select rid from found)`
    const number = sql`(select count(*) from found)`
    // A few rows are fetched and sorted; of many, a walk along the order meets the first ones soon.
    return sql`with found as materialized (select rid from (${matching}) limit ${sql.lit(counted + 1)})
      select ${number} as n, case
        when ${number} <= ${sql.lit(few)} then
          (select json_group_array(rid order by ${order}) from ${sql.table(table)} where ${among}${fits})
        when ${number} <= ${sql.lit(most)} then
          (select json_group_array(rid) from
            (select rid from ${sql.table(table)} where +${among} order by ${order} limit ${sql.lit(first)}))
        end as rows`
  },
  keptApart: sql`limit -1`,
  isSerial: true,
  lockRow: sql``,

  async hasTable(reader, table) {
    const found = await reader.get(sql`select 1 as found from sqlite_master where type = 'table' and name = ${table}`)
    return found !== undefined
  },
  async syncTable(tx, spec, fills) {
    await syncColumnsAndIndexes(tx, spec, parts, fills)
    await syncSearch(tx, spec)
  },
  async setRows(tx, table, columns, rows) {
    const sets = columns.map(({ name }, at) => sql`${sql.id(checkName(name))} = given.value ->> ${sql.lit(at + 1)}`)
    const statement = sql`update ${sql.table(checkName(table))} set ${sql.join(sets)} from json_each(${JSON.stringify(rows)}) as given
      where rid = given.value ->> 0`
    await tx.run(statement)
  },
  async dropTable(tx, table) {
    await dropSearch(tx, table)
    await tx.run(sql`drop table if exists ${sql.table(table)}`)
  },
  async renameColumn(tx, table, from, to) {
    const [before, after] = [sql.id(checkName(from)), sql.id(checkName(to))]
    await tx.run(sql`alter table ${sql.table(checkName(table))} rename column ${before} to ${after}`)
  },
  async dropColumn(tx, table, column) {
    checkName(column)
    for (const index of await parts.indexes(tx, checkName(table))) {
      const columns = await names(tx, sql`select name from pragma_index_info(${index})`)
      if (columns.includes(column)) await tx.run(sql`drop index ${sql.id(index)}`)
    }
    if (await isSearched(tx, table, column)) await dropSearch(tx, table)
    await tx.run(sql`alter table ${sql.table(table)} drop column ${sql.id(column)}`)
  },

  tablesAsTheyAre,
  compareSearch,
  rebuildSearch: makeSearch,
  repairSearch: makeSearch,
}

/** A query of FTS5 for these columns. For all of them it names none: it need not look where in a row it finds the text. */
const among = (columns: readonly string[], query: string, every: boolean) =>
  every ? query : `{${columns.map(searchColumn).join(' ')}} : ${query}`

async function tablesAsTheyAre(reader: Reader): Promise<Map<string, TableAsItIs>> {
  const rows = await reader.all<{ table: string; column: string; type: string }>(
    sql`select m.name as "table", c.name as "column", lower(c.type) as type
      from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
  )
  const tables = new Map<string, TableAsItIs>()
  for (const { table, column, type } of rows) {
    const one = tables.get(table) ?? { columns: new Map(), indexes: new Set() }
    tables.set(table, one)
    one.columns.set(column, type)
  }
  const indexes = sql<{
    name: string
    tbl: string
  }>`select name, tbl_name as tbl from sqlite_master where type = 'index'`
  for (const { name, tbl } of await reader.all(indexes)) tables.get(tbl)?.indexes.add(name)
  for (const name of tables.keys()) {
    if (name.includes('$') || name.startsWith('sqlite_')) tables.delete(name)
  }
  return tables
}

/** Matches of the search table, without rows whose texts have changed since. */
function matches(table: string, needle: unknown): Sql {
  const [found, backlog] = [sql.id(searchTable(table)), sql.id(backlogTable(table))]
  const isCurrent = sql`(not exists (select 1 from ${backlog}) or rowid not in (select rid from ${backlog}))`
  return sql`${found} where ${found} match ${sql.val(needle)} ->> 0 and ${isCurrent}`
}

function backlogMatches(table: string, columns: readonly string[], needle: unknown): Sql {
  const backlog = sql.id(backlogTable(table))
  const isFound = sql`instr(${foldedRow(columns)}, ${sql.val(needle)} ->> 1) > 0`
  return sql`select rid from ${sql.table(table)} where rid in (select rid from ${backlog}) and ${isFound}`
}

/** One call of the function for each row: calls cost more than what they fold. No text holds the separator. */
function rowContains(columns: readonly string[], pattern: unknown): Sql<boolean> {
  return sql`${foldedRow(columns)} like ${sql.val(pattern)} escape '\\'`
}

function foldedRow(columns: readonly string[]): Sql<string | null> {
  const texts = columns.map((name) => sql.id(checkName(name)))
  return searchFolded(texts.length === 1 ? (texts[0] as Sql) : sql`concat_ws(char(31), ${sql.join(texts)})`)
}

async function names(reader: Reader, statement: Sql<Row>): Promise<string[]> {
  const rows = await reader.all(statement)
  return rows.map((row) => String(row.name))
}
