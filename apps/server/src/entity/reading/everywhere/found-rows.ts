import { escapeLike } from '@tavla/contract'
import { fold, searchFold } from '@tavla/fields/server'
import { type Sql, sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import { ownKey, type Visibility } from '../../people/visibility.ts'
import { and, column, or, Plans, Slot } from '../../tables/plan.ts'
import { sizeOf } from '../../tables/sizes.ts'
import { hasFewOwn, testedOf } from '../search.ts'
import { isLong } from '../search-needle.ts'
import { begunRows, exactRows, namesOf, type Texts, textValues } from './named-rows.ts'

const foundPlans = new Plans()
const fewPlans = new Plans()
const rowPlans = new Plans()

/** Records of an entity are counted up to this number, and up to the other one where their texts are read. */
export const maxCounted = 1_000
const maxCountedShort = 100
/** Records that are compared for the best ones: those that begin with the text, in which a word does, and any others. */
const maxCompared = { beginning: 60, word: 60, anywhere: 100 } as const
/** A text of one or two characters is looked for among this many of the newest records. */
const maxNewest = 2_000
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
  const by = await wayTo(engine, ctx, entity, needle)
  const most = by === 'newest' ? maxCountedShort : maxCounted
  const rare = by === 'index' ? await rareOf(engine, reader, entity, needle) : undefined
  const values = valuesOf(engine, ctx, entity, needle, by)
  if (rare) values[needleSlot('anywhere').index] = rare
  const search: Asked = { engine, entity, by: rare ? 'rare' : by, values }
  const found = await reader.get<{ rids: string }>(findNewest(search, most))
  const rids = JSON.parse(found?.rids ?? '[]') as number[]
  const rows = await reader.all<FoundRow>(readRows(search, rids, { folded: fold(text), needle }))
  const count = Math.min(Math.max(rids.length, rows.length), most)
  const isNewest = by !== 'newest' || (await sizeOf(engine, model)) <= maxNewest
  return { rows, count, isComplete: isNewest && count < most }
}

/** The rarest parts of the text, as the index is asked for them, where few rows contain them all. */
async function rareOf(engine: Engine, reader: Reader, { model, searched }: Searched, needle: string) {
  const { dialect } = engine.store
  const columns = columnsOf(searched)
  const rare = await dialect.rareParam?.(reader, model.table.name, columns, needle, isEvery(model, columns))
  if (rare === undefined) return undefined
  const most = testedOf(rare.worth)
  const plan = fewPlans.of(engine, `${model.id}|${columns.join()}|${most}`, () => {
    const found = dialect.containingAt(model.table.name, columns, new Slot(0), most + 1)
    return sql`select count(*) as n from (${found}) as found`
  })
  const found = await reader.get<{ n: number }>(plan.with([rare.param]))
  return found && found.n <= most ? rare.param : undefined
}

/**
 * How to find the rows: by the index, by it and a test of each row, among the few of one's own, along one's many own, or
 * among the newest of all.
 */
type Way = 'index' | 'rare' | 'few own' | 'many own' | 'newest'

interface Asked {
  engine: Engine
  entity: Searched
  by: Way
  values: readonly unknown[]
}

async function wayTo(engine: Engine, ctx: Context, { model, visibility }: Searched, needle: string): Promise<Way> {
  if (!isLong(needle) || !(await engine.store.dialect.isSearchReady(engine.store, model.table.name))) return 'newest'
  if (visibility.key !== ownKey) return 'index'
  return (await hasFewOwn(engine, ctx, model, { visibility })) ? 'few own' : 'many own'
}

const places = ['anywhere', 'word', 'beginning'] as const
type Place = (typeof places)[number]

const columnsOf = (fields: readonly Field[]) => fields.map((field) => field.fold)

/** True for all columns of the search index. */
const isEvery = ({ table }: Model, columns: readonly string[]) => columns.length === table.search.length

/** The user, the text for the index at each place, and its pattern for the texts of a row at each place. */
function valuesOf(engine: Engine, ctx: Context, entity: Searched, needle: string, by: Way): unknown[] {
  const { dialect } = engine.store
  const columns = columnsOf(entity.searched)
  const text = escapeLike(needle)
  const patterns = [`%${text}%`, `% ${text}%`, `${text}%`]
  if (by === 'newest') return [ctx.actor.user, '', '', '', ...patterns]
  const needles = places.map((place) => {
    const among = place === 'beginning' ? columnsOf(namesOf(entity)) : columns
    return dialect.placedParam(among, needle, place, isEvery(entity.model, among))
  })
  return [ctx.actor.user, ...needles, ...patterns]
}

const needleSlot = (place: Place) => new Slot(1 + places.indexOf(place))
const patternSlot = (place: Place) => new Slot(1 + places.length + places.indexOf(place))
/** The first slot behind those of `valuesOf`. */
const nextSlot = 1 + 2 * places.length

/** The newest rows that contain the text, as JSON text. */
function findNewest({ engine, entity, by, values }: Asked, most: number) {
  const { dialect } = engine.store
  const plan = foundPlans.of(engine, `${shapeOf(entity)}|${by}`, () => {
    const isPlaced = by === 'index' || by === 'rare'
    const found = isPlaced ? placed(engine, entity, 'anywhere', most, by) : walked(engine, entity, by, most)
    const rids = dialect.gathered(column('rid'), dialect.order(column('rid'), true))
    return sql`select ${rids} as rids from (${found}) as found`
  })
  return plan.with<{ rids: string }>(values)
}

const shapeOf = ({ model, visibility, searched, shown }: Searched) =>
  [model.id, visibility.key, searched.map(({ name }) => name), shown.map(({ name }) => name)].join('|')

function placed(engine: Engine, entity: Searched, place: Place, limit: number, by: Way = 'index'): Sql {
  const columns = columnsOf(place === 'beginning' ? namesOf(entity) : entity.searched)
  const { dialect } = engine.store
  const { model, visibility } = entity
  const tests = [
    ...(visibility.condition ? [sql<boolean>`(${visibility.condition})`] : []),
    ...(by === 'rare' ? [dialect.rowContains(columns, patternSlot('anywhere'))] : []),
  ]
  const condition = tests.length > 0 ? and(tests) : undefined
  return dialect.containingAt(model.table.name, columns, needleSlot(place), limit, condition)
}

function walked(engine: Engine, { model, searched, visibility }: Searched, by: Way, limit: number): Sql {
  const { dialect } = engine.store
  const table = sql.table(model.table.name)
  const columns = columnsOf(searched)
  const newest = sql<boolean>`rid > (select coalesce(max(rid), 0) from ${table}) - ${sql.lit(maxNewest)}`
  const isFound =
    by === 'many own'
      ? dialect.isAmongContaining(model.table.name, columns, needleSlot('anywhere'))
      : dialect.rowContains(columns, patternSlot('anywhere'))
  const isSeen = visibility.condition ? [sql<boolean>`(${visibility.condition})`] : []
  const conditions = [...(by === 'newest' ? [newest] : []), ...isSeen, isFound]
  return sql`select rid from ${table} where ${and(conditions)} order by ${dialect.order(column('rid'), true)} limit ${sql.lit(limit)}`
}

/** The rows to compare, of those that were found: the newest, and those that contain the text at a better place. */
function readRows({ engine, entity, by, values }: Asked, rids: readonly number[], texts: Texts) {
  const { model, visibility, shown } = entity
  const { dialect } = engine.store
  const table = sql.table(model.table.name)
  const newest = rids.slice(0, maxCompared.anywhere)
  const isAll = rids.length === newest.length
  const from = isAll ? 'newest' : (by === 'index' || by === 'rare') && rids.length >= maxCounted ? 'index' : 'found'
  const plan = rowPlans.of(engine, `${shapeOf(entity)}|${from}`, () => {
    const among = (slot: number) => dialect.isOneOf(column('rid'), new Slot(slot), 'integer')
    const better = from === 'newest' ? [] : (['word', 'beginning'] as const)
    const candidates = better.flatMap((place) => {
      const limit = sql.lit(maxCompared[place])
      const isBegun = from === 'index' && place === 'beginning'
      const begun = isBegun ? begunRows(engine, entity, nextSlot + 2, maxCompared.beginning) : undefined
      if (begun) return begun
      if (from === 'index')
        return sql`select rid from (${placed(engine, entity, place, maxCompared[place])}) as ${sql.id(place)}`
      const columns = columnsOf(place === 'beginning' ? namesOf(entity) : entity.searched)
      const fits =
        place === 'word'
          ? dialect.rowContains(columns, patternSlot(place))
          : or(columns.map((name) => dialect.rowContains([name], patternSlot(place))))
      const order = dialect.order(column('rid'), true)
      return sql`select rid from (select rid from ${table} where ${among(nextSlot + 1)} and ${fits} order by ${order} limit ${limit}) as ${sql.id(place)}`
    })
    const isBetter = sql<boolean>`rid in (${sql.join([...exactRows(engine, entity, nextSlot + 2), ...candidates], sql` union `)})`
    const isSeen = visibility.condition ? [sql<boolean>`(${visibility.condition})`] : []
    const selected = shown.map((field) => sql`${readValue(field)} as ${sql.id(field.name)}`)
    const conditions = [or([among(nextSlot), isBetter]), ...isSeen]
    return sql`select rid, ${sql.join(selected)} from ${table} where ${and(conditions)}`
  })
  const lists = [dialect.listParam(newest), dialect.listParam(rids)]
  return plan.with<FoundRow>([...values, ...lists, ...textValues(texts)])
}

const readValue = (field: Field) =>
  field.kind === 'longtext' ? sql`substr(${column(field.column)}, 1, ${sql.lit(maxRead)})` : column(field.column)

/** True for a text of which only the beginning was read. */
export const isCut = (value: unknown): boolean => typeof value === 'string' && value.length >= maxRead

/** The whole text of a field, of which `foundRows` reads the beginning. */
export async function wholeText(engine: Engine, { model }: Searched, field: Field, rid: number): Promise<string> {
  const row = await engine.store.get<{ text: string | null }>(
    sql`select ${column(field.column)} as text from ${sql.table(model.table.name)} where rid = ${rid}`,
  )
  return row?.text ?? ''
}
