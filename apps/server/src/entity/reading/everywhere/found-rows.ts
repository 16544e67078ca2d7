import { escapeLike } from '@tavla/contract'
import { fold, searchFold } from '@tavla/fields/server'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import type { Visibility } from '../../people/visibility.ts'
import { and, column, or, Plans, Slot } from '../../tables/plan.ts'
import { sizeOf } from '../../tables/sizes.ts'

const countPlans = new Plans()
const rowPlans = new Plans()

/** Records of an entity are counted up to this number. */
export const maxCounted = 1_000
/** Records that are compared for the best ones: those that begin with the text, in which a word does, and any others. */
const maxCompared = { beginning: 60, word: 60, anywhere: 100 } as const
/** A text of one or two characters is looked for among this many of the newest records. */
const maxNewest = 2_000
/** The index finds texts from this length on. */
const minIndexed = 3
/** Characters of a long text that are read to compare it. */
const maxRead = 2_000

/** An entity that is searched: the fields that the user may search, and the rows that they may see. */
export interface Searched {
  model: Model
  id: Field
  title: Field
  searched: readonly Field[]
  shown: readonly Field[]
  visibility: Visibility
}

export interface FoundRows {
  rows: FoundRow[]
  /** Up to `maxCounted`. */
  count: number
  /** False when further records may match. */
  isComplete: boolean
}

export type FoundRow = Record<string, string | number | null> & { rid: number; id: string }

/** The rows that contain the text, of many the likeliest, and their number. */
export async function foundRows(
  engine: Engine,
  ctx: Context,
  reader: Reader,
  entity: Searched,
  text: string,
): Promise<FoundRows> {
  const needle = searchFold(text)
  const { model } = entity
  const isShort = [...needle].length < minIndexed
  const byIndex = !isShort && (await engine.store.dialect.isSearchReady(engine.store, model.table.name))
  const bound = [ctx.actor.user, fold(text), ...needlesOf(engine, entity, needle, byIndex)]
  const shape = `${model.id}|${entity.visibility.key}|${byIndex}|${entity.searched.map(({ name }) => name).join()}|${entity.shown.map(({ name }) => name).join()}`
  const countPlan = countPlans.of(engine, shape, () => {
    const found = candidates(engine, entity, byIndex, 'anywhere', maxCounted)
    return sql`select count(*) as n from (${found}) as found`
  })
  const rowPlan = rowPlans.of(engine, shape, () => selectRows(engine, entity, byIndex))
  const [counted, rows] = await Promise.all([
    reader.get<{ n: number }>(countPlan.with(bound)),
    reader.all<FoundRow>(rowPlan.with(bound)),
  ])
  const count = Math.min(Math.max(counted?.n ?? 0, rows.length), maxCounted)
  const isNewest = byIndex || (await sizeOf(engine, model)) <= maxNewest
  return { rows, count, isComplete: isNewest && count < maxCounted }
}

const places = ['anywhere', 'word', 'beginning'] as const
type Place = (typeof places)[number]

/** The values of the slots from 2 on, in the order of `places`. */
function needlesOf(engine: Engine, { searched, id, title }: Searched, needle: string, byIndex: boolean): string[] {
  if (!byIndex) return [`%${escapeLike(needle)}%`]
  const columns = searched.map((field) => field.fold)
  const named = [title, id].filter((field) => searched.includes(field)).map((field) => field.fold)
  return places.map((place) => engine.store.dialect.placedParam(place === 'beginning' ? named : columns, needle, place))
}

function selectRows(engine: Engine, entity: Searched, byIndex: boolean): Sql {
  const { model, visibility } = entity
  const found = byIndex
    ? places.map(
        (place) =>
          sql`select rid from (${candidates(engine, entity, true, place, maxCompared[place])}) as ${sql.id(place)}`,
      )
    : [sql`select rid from (${candidates(engine, entity, false, 'anywhere', maxCounted)}) as newest`]
  const exact = sql`select rid from ${sql.table(model.table.name)} where id_fold = ${new Slot(1)}`
  const isSeen = visibility.condition ? [sql<boolean>`(${visibility.condition})`] : []
  const isFound = sql<boolean>`rid in (${sql.join([exact, ...found], sql` union `)})`
  const selected = entity.shown.map((field) => sql`${readValue(field)} as ${sql.id(field.name)}`)
  return sql`select rid, ${sql.join(selected)} from ${sql.table(model.table.name)} where ${and([isFound, ...isSeen])}`
}

const readValue = (field: Field) =>
  field.kind === 'longtext' ? sql`substr(${column(field.column)}, 1, ${sql.lit(maxRead)})` : column(field.column)

function candidates(
  engine: Engine,
  { model, searched, id, title, visibility }: Searched,
  byIndex: boolean,
  place: Place,
  limit: number,
): Sql {
  const { dialect } = engine.store
  const table = model.table.name
  if (byIndex) {
    const fields = place === 'beginning' ? [title, id].filter((field) => searched.includes(field)) : searched
    const columns = fields.map((field) => field.fold)
    return dialect.containingAt(table, columns, new Slot(2 + places.indexOf(place)), limit, visibility.condition)
  }
  const tests = searched.map(
    (field) => sql`${dialect.searchFolded(column(field.fold))} like ${new Slot(2)} escape '\\'`,
  )
  const newest = sql<boolean>`rid > (select coalesce(max(rid), 0) from ${sql.table(table)}) - ${sql.lit(maxNewest)}`
  const conditions = [newest, or(tests), ...(visibility.condition ? [sql<boolean>`(${visibility.condition})`] : [])]
  return sql`select rid from ${sql.table(table)} where ${and(conditions)} order by rid desc limit ${sql.lit(limit)}`
}

/** True for a text of which only the beginning was read. */
export const isCut = (value: unknown): boolean => typeof value === 'string' && value.length >= maxRead

/** The whole text of a field, of which `foundRows` reads the beginning. */
export async function wholeText(engine: Engine, { model }: Searched, field: Field, rid: number): Promise<string> {
  const row = await engine.store.get<{ text: string | null }>(
    sql`select ${column(field.column)} as text from ${sql.table(model.table.name)} where rid = ${rid}`,
  )
  return row?.text ?? ''
}
