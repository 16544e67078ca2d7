import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkName } from './names.ts'
import { type Sql, sql } from './sql.ts'
import type { Reader, Row, TableSpec, Tx } from './store.ts'

/** Rows put into the backlog of a new search index at a time; other work gets a turn between two batches. */
const batch = 20_000

// No table name contains a `$`, so these names, and those that FTS5 derives from them, collide with no table.
const nameFor = (table: string, suffix: string) => `${checkName(table)}$${suffix}`

/** The FTS5 trigram table beside a searched table. */
export const searchTable = (table: string): string => nameFor(table, 'search')

/** Rows whose texts are not in the search table yet, with the old texts that it still holds (`indexed` = 1). */
export const backlogTable = (table: string): string => nameFor(table, 'backlog')

/** The column of a searched column in the search table, which holds its text as search compares it. */
export function searchColumn(name: string): string {
  return `s_${checkName(name)}`
}

/** The column of the backlog that holds the text that the row had. FTS5 reserves some names, such as `rank`. */
export function formerColumn(name: string): string {
  return `c_${checkName(name)}`
}

/** The form of a text in which search compares; `text` is the folded column. */
export const searchFolded = (text: Sql<unknown>): Sql<string | null> => sql`search_fold(${text})`

const triggers = ['inserted', 'updated', 'deleted'] as const

/**
 * Creates search table, backlog and triggers unless they already match the specification. All rows of the table go into
 * the backlog: a change of a definition takes effect at once, and its rows are indexed while people work on.
 */
export async function syncSearch(tx: Tx, spec: TableSpec): Promise<void> {
  if (!(await hasSearchAsSpecified(tx, spec))) await makeSearch(tx, spec)
}

/** Whether search table, backlog and triggers are there as the specification asks for them. */
export async function hasSearchAsSpecified(reader: Reader, spec: TableSpec): Promise<boolean> {
  const wanted = statements(spec)
  const present = await presentStatements(reader, spec.name)
  return wanted.length === present.size && wanted.every((text) => present.has(text))
}

/** As `syncSearch`, but always rebuilds them. */
export async function makeSearch(tx: Tx, spec: TableSpec): Promise<void> {
  await dropSearch(tx, spec.name)
  if (spec.search.length === 0) return
  for (const statement of statements(spec)) await tx.run(sql.raw(statement))
  await setMerging(tx, spec.name)
  await fill(tx, spec)
}

export async function dropSearch(tx: Tx, table: string): Promise<void> {
  for (const name of triggers) await tx.run(sql`drop trigger if exists ${sql.id(nameFor(table, name))}`)
  await tx.run(sql`drop table if exists ${sql.id(backlogTable(table))}`)
  await tx.run(sql`drop table if exists ${sql.id(searchTable(table))}`)
}

/** True when the triggers read the column; SQLite updates them when the column is renamed. */
export async function isSearched(reader: Reader, table: string, column: string): Promise<boolean> {
  const [trigger, quoted] = [nameFor(table, 'updated'), `"${checkName(column)}"`]
  const statement = sql`select 1 as found from sqlite_master
    where type = 'trigger' and name = ${trigger} and instr(sql, ${quoted}) > 0`
  return (await reader.get(statement)) !== undefined
}

/**
 * Every batch of rows leaves a segment. FTS5 would merge them at a commit, hundreds of pages at once, for which all reads
 * would wait; so it is told not to, and `mergeSearch` does it in small parts. Sixteen at a time instead of four saves a
 * write a fifth of its indexing cost. A level with `crisismerge` segments is merged by one commit, which in a large index
 * takes half a minute: it never comes to that.
 */
const merging = { automerge: 0, usermerge: 16, crisismerge: 200 }

/** Sets how the segments of a search table are merged; one of an earlier version was made with other settings. */
export async function setMerging(tx: Tx, table: string): Promise<void> {
  const search = sql.id(searchTable(table))
  for (const [setting, segments] of Object.entries(merging)) {
    await tx.run(sql`insert into ${search} (${search}, rank) values (${setting}, ${sql.lit(segments)})`)
  }
}

/** Pages that one statement merges: about a millisecond of work. */
const pagesAtOnce = 16
/** Statements of one write, so that other writes wait no longer. */
const mergesAtOnce = 8

/** Merges some segments; false when there is nothing left to merge. */
export async function mergeSearch(tx: Tx, table: string): Promise<boolean> {
  const search = sql.id(searchTable(table))
  for (let step = 0; step < mergesAtOnce; step++) {
    const before = await changesOf(tx)
    await tx.run(sql`insert into ${search} (${search}, rank) values ('merge', ${sql.lit(pagesAtOnce)})`)
    // Its own row is the only change of a statement that has found nothing to do.
    if ((await changesOf(tx)) - before < 2) return false
  }
  return true
}

async function changesOf(tx: Tx): Promise<number> {
  return (await tx.get<{ n: number }>(sql`select total_changes() as n`))?.n ?? 0
}

/** Rows that one statement indexes, so that no read waits for more: FTS5 flushes its buffer after each statement. */
const rowsAtOnce = 64

/**
 * Moves up to `limit` rows of the backlog into the search table; resolves to their number. In the order of row ids:
 * FTS5 flushes its buffer whenever it gets a smaller id than the one before.
 */
export async function indexBacklog(tx: Tx, table: string, limit: number): Promise<number> {
  const backlog = sql.id(backlogTable(table))
  const chosen = sql<{ rid: number }>`select rid from ${backlog} order by rid limit ${sql.lit(limit)}`
  const rids = (await tx.all(chosen)).map(({ rid }) => rid)
  const last = rids.at(-1)
  if (last === undefined) return 0
  const names = await columnNames(tx, backlogTable(table))
  const columns = names.filter((name) => name.startsWith('c_')).map((name) => name.slice('c_'.length))
  const texts = (nameOf: (column: string) => string) =>
    sql.join(columns.map((name) => searchFolded(sql.id(nameOf(name)))))
  const search = sql.id(searchTable(table))
  for (let at = 0; at < rids.length; at += rowsAtOnce) {
    const ends = [rids[at], rids[Math.min(at + rowsAtOnce, rids.length) - 1]].map((rid) => sql.val(rid as number))
    const among = sql`rid between ${sql.join(ends, sql` and `)}`
    // A row's old texts are removed just before its new ones are added: 'delete' is FTS5's command for that.
    await tx.run(sql`insert into ${search} (${search}, rowid, ${sql.join(columns.map((name) => sql.id(searchColumn(name))))})
      select * from (
        select 'delete', rid, ${texts(formerColumn)} from ${backlog} where ${among} and indexed = 1
        union all
        select null, rid, ${texts((name) => name)} from ${sql.id(table)}
        where rid in (select rid from ${backlog} where ${among})
      ) order by 2, 1 desc`)
  }
  await tx.run(sql`delete from ${backlog} where rid <= ${sql.val(last)}`)
  return rids.length
}

/** Tables whose backlog is not empty. */
export async function tablesWithBacklog(reader: Reader): Promise<string[]> {
  const found = await reader.all<{ name: string }>(
    sql`select name from sqlite_master where type = 'table' and name glob '*$backlog'`,
  )
  const filled: string[] = []
  for (const { name } of found) {
    if (await reader.get(sql`select 1 as found from ${sql.id(name)} limit 1`))
      filled.push(name.slice(0, name.indexOf('$')))
  }
  return filled
}

/** The statements that create search table, backlog and triggers, exactly as the database stores their text. */
function statements(spec: TableSpec): string[] {
  if (spec.search.length === 0) return []
  const [table, search, backlog] = [spec.name, searchTable(spec.name), backlogTable(spec.name)].map((name) =>
    sql.id(name),
  )
  const columns = sql.join(spec.search.map((name) => sql.id(searchColumn(name))))
  const former = sql.join(spec.search.map((name) => sql.id(formerColumn(name))))
  // Contentless, because the columns already hold the texts. Case-sensitive, because the texts are folded.
  const options = sql.raw(`content='', columnsize=0, tokenize='trigram case_sensitive 1'`)
  const trigger = (name: (typeof triggers)[number], event: Sql, values: Sql) =>
    sql`CREATE TRIGGER ${sql.id(nameFor(spec.name, name))} ${event} begin insert or ignore into ${backlog} ${values}; end`
  const old = sql.join([sql`old.rid`, sql`1`, ...spec.search.map((name) => sql.id('old', name))])
  const changes = spec.search.map((name) => sql`${sql.id('old', name)} is not ${sql.id('new', name)}`)
  const all = [
    sql`CREATE VIRTUAL TABLE ${search} using fts5(${columns}, ${options})`,
    sql`CREATE TABLE ${backlog} (rid integer primary key, indexed integer not null default 0, ${former})`,
    trigger('inserted', sql`after insert on ${table}`, sql`(rid) values (new.rid)`),
    trigger(
      'updated',
      sql`before update of ${sql.join(spec.search.map((name) => sql.id(name)))} on ${table} when ${sql.join(changes, sql` or `)}`,
      sql`values (${old})`,
    ),
    trigger('deleted', sql`before delete on ${table}`, sql`values (${old})`),
  ]
  return all.map((statement) => statement.print().sql)
}

async function presentStatements(reader: Reader, table: string): Promise<Set<string>> {
  const names = [searchTable(table), backlogTable(table), ...triggers.map((name) => nameFor(table, name))]
  const rows = await reader.all(sql`select sql from sqlite_master where name in (${sql.join(names)})`)
  return new Set(rows.map((row) => String(row.sql)))
}

async function fill(tx: Tx, spec: TableSpec): Promise<void> {
  const [table, backlog] = [sql.table(spec.name), sql.id(backlogTable(spec.name))]
  for (let after = 0; ; ) {
    const rows = sql`select rid from ${table} where rid > ${sql.val(after)} order by rid limit ${sql.lit(batch)}`
    await tx.run(sql`insert into ${backlog} (rid) ${rows}`)
    const last = (await tx.get<{ rid: number | null }>(sql`select max(rid) as rid from ${backlog}`))?.rid ?? null
    if (last === null || last === after) return
    after = last
    await nextTurn()
  }
}

async function columnNames(reader: Reader, table: string): Promise<string[]> {
  const rows = await reader.all<Row>(sql`select name from pragma_table_info(${table})`)
  return rows.map((row) => String(row.name))
}
