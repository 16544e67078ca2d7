import { setImmediate as nextTurn } from 'node:timers/promises'
import { checkName } from './names.ts'
import { sql } from './sql.ts'
import type { Params, TableSpec, Tx } from './store.ts'
import { execute } from './table-sync.ts'

/** Rows that are indexed in one go when a search index is made; between two goes other work gets a turn. */
const batch = 2_000

export function searchTable(table: string): string {
  return `s_${checkName(table)}`
}

/** FTS5 keeps some names, such as `rank`, for itself. */
export function searchColumn(name: string): string {
  return `c_${checkName(name)}`
}

/** Makes the FTS5 table anew and fills it from the columns, unless `present` shows that it has just the wanted columns. */
export async function syncSearch(tx: Tx, spec: TableSpec, present: readonly string[]): Promise<void> {
  const wanted = spec.search.map(searchColumn)
  if (wanted.join() === present.join()) return
  const table = sql.table(searchTable(spec.name))
  await execute(tx, sql`drop table if exists ${table}`)
  if (wanted.length === 0) return
  // Contentless: the texts stand in the columns already. Case counts, because they are folded.
  const options = sql.raw(`content='', contentless_delete=1, tokenize='trigram case_sensitive 1'`)
  const columns = sql.join(wanted.map((name) => sql.id(name)))
  await execute(tx, sql`create virtual table ${table} using fts5(${columns}, ${options})`)
  // Every commit leaves a segment; joining sixteen at a time instead of four costs a write a fifth less of the index.
  await execute(tx, sql`insert into ${table} (${table}, rank) values ('automerge', 16)`)
  await fill(tx, spec)
}

async function fill(tx: Tx, spec: TableSpec): Promise<void> {
  const columns = sql.join(spec.search.map((name) => sql.id(name)))
  const targets = sql.join(spec.search.map((name) => sql.id(searchColumn(name))))
  const table = sql.table(spec.name)
  for (let after = 0; ; ) {
    const rows = sql`select rid from ${table} where rid > ${sql.val(after)} order by rid limit ${sql.lit(batch)}`
    const last = sql`select max(rid) as rid from (${rows})`.print()
    const until = (await tx.get<{ rid: number | null }>(last.sql, last.parameters as Params))?.rid ?? null
    if (until === null) return
    const range = sql`rid > ${sql.val(after)} and rid <= ${sql.val(until)}`
    const source = sql`select rid, ${columns} from ${table} where ${range}`
    await execute(tx, sql`insert into ${sql.table(searchTable(spec.name))} (rowid, ${targets}) ${source}`)
    after = until
    await nextTurn()
  }
}
