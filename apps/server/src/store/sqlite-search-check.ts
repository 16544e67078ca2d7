import type { SearchFaults } from './dialect.ts'
import { type Sql, sql } from './sql.ts'
import { backlogTable, formerColumn, hasSearchAsSpecified, searchFolded, searchTable } from './sqlite-search.ts'
import type { Reader, TableSpec } from './store.ts'

/** Rows read at a time. */
const batch = 5_000
/** Number of differing trigrams whose rows are looked up. */
const maxLookedUp = 20
const sound: SearchFaults = { isBroken: false, rows: [], count: 0 }

/**
 * Compares the search table with the texts that it should hold: those of the rows, but for rows of the backlog their
 * old texts, if it holds any. The index stores no texts, only trigrams with their rows. The number of all trigrams
 * tells whether a text is missing or left over; the number of each trigram, whether one is another than it should be.
 */
export async function compareSearch(reader: Reader, spec: TableSpec, isExact: boolean): Promise<SearchFaults> {
  if (!(await hasSearchAsSpecified(reader, spec))) return { isBroken: true, rows: [], count: 1 }
  if (spec.search.length === 0) return sound
  await makeVocabularies(reader, spec.name)
  try {
    if (!isExact && (await hasRightSum(reader, spec))) return sound
    const differing = await differingTrigrams(reader, spec)
    if (differing.length === 0) return sound
    const rows = new Set<number>()
    for (const trigram of differing.slice(0, maxLookedUp)) {
      for (const rid of await differingRows(reader, spec, trigram)) rows.add(rid)
    }
    return { isBroken: false, rows: [...rows], count: Math.max(rows.size, 1) }
  } finally {
    for (const name of [words, places]) await reader.all(sql`drop table ${name}`)
  }
}

const words = sql`temp.tavla_words`
const places = sql`temp.tavla_places`

/** Views of the index, which exist for this connection alone. */
async function makeVocabularies(reader: Reader, table: string): Promise<void> {
  const index = sql.id(searchTable(table))
  await reader.all(sql`create virtual table ${words} using fts5vocab('main', ${index}, 'row')`)
  await reader.all(sql`create virtual table ${places} using fts5vocab('main', ${index}, 'instance')`)
}

async function hasRightSum(reader: Reader, spec: TableSpec): Promise<boolean> {
  const trigrams = (name: string) => sql`sum(max(length(${searchFolded(sql.id(name))}) - 2, 0))`
  const { rows, old } = indexed(spec)
  const sums = (names: readonly string[]) => sql.join(names.map(trigrams), sql` + `)
  const wanted = await reader.all<{ n: number | null }>(
    sql`select ${sums(spec.search)} as n from ${rows} union all select ${sums(spec.search.map(formerColumn))} from ${old}`,
  )
  const there = await reader.get<{ n: number | null }>(sql`select sum(cnt) as n from ${words}`)
  return wanted.reduce((sum, { n }) => sum + Number(n ?? 0), 0) === Number(there?.n ?? 0)
}

/** The rows whose texts the index holds, and the texts in the backlog that it still holds. */
function indexed({ name }: TableSpec): { rows: Sql; old: Sql } {
  const backlog = sql.id(backlogTable(name))
  return {
    rows: sql`${sql.table(name)} where rid not in (select rid from ${backlog})`,
    old: sql`${backlog} where indexed = 1`,
  }
}

async function differingTrigrams(reader: Reader, spec: TableSpec): Promise<string[]> {
  const counts = new Map<string, number>()
  const { rows, old } = indexed(spec)
  for (const [from, names] of [
    [rows, spec.search],
    [old, spec.search.map(formerColumn)],
  ] as const) {
    for await (const texts of textsOf(reader, from, names)) for (const text of texts) countTrigrams(text, counts)
  }
  for (let after = ''; ; ) {
    const page = await reader.all<{ term: string; cnt: number }>(
      sql`select term, cnt from ${words} where term > ${after} order by term limit ${sql.lit(batch)}`,
    )
    for (const { term, cnt } of page) {
      const left = (counts.get(term) ?? 0) - cnt
      if (left === 0) counts.delete(term)
      else counts.set(term, left)
    }
    const last = page.at(-1)
    if (!last) return [...counts.keys()]
    after = last.term
  }
}

async function* textsOf(reader: Reader, from: Sql, names: readonly string[]): AsyncGenerator<string[]> {
  const columns = sql.join(names.map((name) => sql`${searchFolded(sql.id(name))} as ${sql.id(name)}`))
  for (let after = 0; ; ) {
    const page = await reader.all<Record<string, string | number | null>>(
      sql`select rid, ${columns} from ${from} and rid > ${after} order by rid limit ${sql.lit(batch)}`,
    )
    yield page.flatMap((row) => names.flatMap((name) => (typeof row[name] === 'string' ? [row[name]] : [])))
    const last = page.at(-1)
    if (!last) return
    after = Number(last.rid)
  }
}

function countTrigrams(text: string, counts: Map<string, number>): void {
  const characters = Array.from(text)
  for (let at = 0; at + 3 <= characters.length; at++) {
    const trigram = `${characters[at]}${characters[at + 1]}${characters[at + 2]}`
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
}

/** Rows that contain the trigram and that the index has without it, or the other way round. */
async function differingRows(reader: Reader, spec: TableSpec, trigram: string): Promise<number[]> {
  const contains = (names: readonly string[]) =>
    sql.join(
      names.map((name) => sql`instr(${searchFolded(sql.id(name))}, ${trigram}) > 0`),
      sql` or `,
    )
  const { rows, old } = indexed(spec)
  const wanted = sql`select rid from ${rows} and (${contains(spec.search)})
    union select rid from ${old} and (${contains(spec.search.map(formerColumn))})`
  const there = sql`select distinct doc as rid from ${places} where term = ${trigram}`
  const found = await reader.all<{ rid: number }>(
    sql`select rid from (select * from (${wanted}) except select * from (${there}))
      union select rid from (select * from (${there}) except select * from (${wanted})) limit 100`,
  )
  return found.map(({ rid }) => rid)
}
