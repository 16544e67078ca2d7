import { sql } from './sql.ts'
import { searchTable } from './sqlite-search.ts'
import type { Reader } from './store.ts'

/** Parts of a text that are looked up, evenly over it, and those of them that are used, which hardly overlap. */
const maxLooked = 24
const used = 4
const apart = 2
/** A part is as rare as the oldest rows that contain it lie far apart; so many of them are looked at. */
const sample = 50
/** A part that more rows contain is not rare. */
const maxRows = 100_000
/** The parts of a shorter text cost as much to look up as the text itself. */
const minLength = 9
/** The time of a row whose text is read, in rows that a part's list names: 25 microseconds and 15 nanoseconds. */
const readAsListed = 1_700
/** For fewer rows, the rarest parts are not worth a look of their own. */
const minWorth = 40

export interface RarestParts {
  parts: string[]
  /** Of more rows that contain them all, reading each costs more than looking up the whole text. */
  worth: number
}

/**
 * The rarest trigrams of a long text; none if even those are common. FTS5 reads the whole list of each trigram of a
 * phrase, so a rare text with common parts costs as much as a common one, unless only its rare parts are asked for.
 */
export async function rarestParts(reader: Reader, table: string, text: string): Promise<RarestParts | undefined> {
  const characters = Array.from(text)
  if (characters.length < minLength) return undefined
  const places = characters.slice(2).map((_, at) => ({ at, part: characters.slice(at, at + 3).join('') }))
  const looked = places.filter(({ at }) => at % Math.ceil(places.length / maxLooked) === 0)
  const spread = await spreadOf(reader, table, looked)
  const chosen: Place[] = []
  for (const { place } of spread.toSorted((a, b) => a.rows - b.rows)) {
    const isFree = chosen.every(({ at }) => Math.abs(at - place.at) >= apart)
    if (isFree && chosen.length < used) chosen.push(place)
  }
  const listed = spread.reduce((sum, { rows }) => sum + rows, 0) * (places.length / looked.length)
  const worth = Math.floor(listed / readAsListed)
  const isRare = spread.some(({ rows }) => rows <= maxRows) && worth >= minWorth
  return isRare ? { parts: chosen.map(({ part }) => part), worth } : undefined
}

/** A trigram and its place in the text. */
interface Place {
  at: number
  part: string
}

/** About how many rows contain each of the trigrams. */
async function spreadOf(reader: Reader, table: string, looked: readonly Place[]) {
  const found = sql.id(searchTable(table))
  const statement = sql<{ newest: number | null; samples: string }>`select
    (select max(rid) from ${sql.id(table)}) as newest,
    (select json_group_array(json((select json_array(count(*), max(rid)) from (
      select rowid as rid from ${found} where ${found} match '"' || replace(part.value, '"', '""') || '"'
      limit ${sql.lit(sample)}
    )))) from json_each(${JSON.stringify(looked.map(({ part }) => part))}) as part) as samples`
  const row = await reader.get(statement)
  const newest = row?.newest ?? 0
  const samples = JSON.parse(row?.samples ?? '[]') as [count: number, last: number | null][]
  return looked.map((place, at) => {
    const [count, last] = samples[at] ?? [0, null]
    return { place, rows: count < sample ? count : (sample * newest) / Math.max(1, last ?? 0) }
  })
}
