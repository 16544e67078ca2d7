import { type Sql, sql } from '../../../store/sql.ts'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import { and, column, Slot } from '../../tables/plan.ts'
import type { Searched } from './found-rows.ts'

/** Names that are the text are looked at up to this number. */
const maxExact = 60
/** Names that begin with it are looked at up to this number, in their order, for the newest of them. */
const maxBegun = 2_000

/** The text that a person typed: folded as stored texts are, and as search folds it. */
export interface Texts {
  folded: string
  needle: string
}

/** No text that begins with another sorts behind that one with this character at its end. */
const lastCharacter = '\u{10ffff}'

/** The values for the slots of `exactRows` and `begunRows`, from their `slot` on. */
export const textValues = ({ folded, needle }: Texts) => [
  ...[folded, `${folded}${lastCharacter}`],
  ...[needle, `${needle}${lastCharacter}`],
]

/** The fields by which a record is named, of those that the user may search. */
export const namesOf = ({ searched, id, title }: Searched) => [title, id].filter((field) => searched.includes(field))

/** The rows whose id or title is the text: they come first, however old they are. */
export function exactRows(engine: Engine, { model, title, id, searched }: Searched, slot: number): Sql[] {
  const [table, text] = [sql.table(model.table.name), new Slot(slot)]
  const byId = sql`select rid from ${table} where id_fold = ${text}`
  if (title === id || !searched.includes(title) || !hasIndex(model, title)) return [byId]
  const order = engine.store.dialect.order(column('rid'), true)
  const titled = sql`select rid from ${table} where ${column(title.fold)} = ${text} order by ${order} limit ${sql.lit(maxExact)}`
  return [byId, sql`select rid from (${titled}) as titled`]
}

/**
 * The newest rows whose title or id begins with the text, in the spelling of either folding, by the indexes of both: the
 * search index would read all that it knows of each part of the text. Undefined where the title has no index.
 */
export function begunRows(engine: Engine, entity: Searched, slot: number, most: number): Sql[] | undefined {
  const { model } = entity
  const names = namesOf(entity)
  if (!names.every((name) => hasIndex(model, name))) return undefined
  return names.flatMap((name, at) =>
    [slot, slot + 2].map((from) => {
      const newest = rowsBetween(engine, entity, name, { from: new Slot(from), to: new Slot(from + 1), most })
      return sql`select rid from (${newest}) as ${sql.id(`begun_${at}_${from}`)}`
    }),
  )
}

interface Between {
  from: Slot
  to: Slot
  most: number
}

function rowsBetween(engine: Engine, { model, visibility }: Searched, field: Field, { from, to, most }: Between): Sql {
  const { dialect } = engine.store
  const name = column(field.fold)
  const isSeen = visibility.condition ? [sql<boolean>`(${visibility.condition})`] : []
  const conditions = and([sql<boolean>`${name} >= ${from}`, sql<boolean>`${name} < ${to}`, ...isSeen])
  const first = sql`select rid from ${sql.table(model.table.name)} where ${conditions}
    order by ${dialect.order(name, false)} limit ${sql.lit(maxBegun)}`
  const newest = dialect.order(column('rid'), true)
  return sql`select rid from (${first}) as begun order by ${newest} limit ${sql.lit(most)}`
}

const hasIndex = ({ ordered }: Model, field: Field) => field.fold !== '' && ordered.has(field)
