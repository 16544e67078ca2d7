import { escapeLike } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { SqlParam } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { and, column, Slot } from '../tables/plan.ts'

export type Value = string | number

/**
 * A condition on one field: equality with a stored value, `null` for blank, or one of the others. `folded` ignores case
 * as search does; `starts` takes a literal text without wildcards.
 */
export type Match =
  | Value
  | null
  | { in: readonly Value[] }
  | { not: Value | null }
  | { above: Value }
  | { below: Value }
  | { folded: string | readonly string[] }
  | { starts: string }

/** Conditions by fieldname; a record must match all of them. */
export type Matches = Readonly<Record<string, Match>>

/** One condition of a lookup: `shape` and `make` exclude its values, which are bound in the order of their slots. */
export interface MatchPart {
  shape: string
  values: readonly unknown[]
  make(slots: readonly Slot[]): Sql<unknown>
}

/**
 * The conditions of a lookup; `by` is the field whose index must lead.
 * @throws Error for an unknown field
 */
export function partsOf(engine: Engine, model: Model, where: Matches, by?: string): MatchPart[] {
  return Object.entries(where).map(([name, match]) => partOf(engine, model, name, match, by))
}

function partOf(engine: Engine, model: Model, name: string, match: Match, by: string | undefined): MatchPart {
  const field = storedField(model, name)
  const isText = field.kind === 'text' || field.kind === 'longtext'
  // An expression has no index, so the index of `by` leads.
  const value = by === undefined || by === name || !isText ? column(field.column) : sql`(${column(field.column)} || '')`
  const part = (kind: string, values: readonly unknown[], make: MatchPart['make']): MatchPart => ({
    shape: `${name} ${kind}`,
    values,
    make,
  })
  if (match === null) return part('blank', [], () => sql`${value} is null`)
  if (typeof match !== 'object') return part('=', [match], ([slot]) => sql`${value} = ${slot}`)
  if ('not' in match) {
    if (match.not === null) return part('set', [], () => sql`${value} is not null`)
    return part('!=', [match.not], ([slot]) => sql`(${value} <> ${slot} or ${value} is null)`)
  }
  if ('above' in match) return part('>', [match.above], ([slot]) => sql`${value} > ${slot}`)
  if ('below' in match) return part('<', [match.below], ([slot]) => sql`${value} < ${slot}`)
  if ('starts' in match) {
    return part('starts', [`${escapeLike(match.starts)}%`], ([slot]) => sql`${value} like ${slot} escape '\\'`)
  }
  const { dialect } = engine.store
  if ('in' in match) {
    const kind = field.kind === 'table' ? 'text' : field.kind
    return part('in', [dialect.listParam(match.in)], ([slot]) => dialect.isOneOf(value, slot, kind))
  }
  const texts = typeof match.folded === 'string' ? [match.folded] : match.folded
  const folded = field.fold ? column(field.fold) : sql`lower(${column(field.column)})`
  const values = texts.map((text) => (field.fold ? fold(text) : text.toLowerCase()))
  return part('folded', [dialect.listParam(values)], ([slot]) => dialect.isOneOf(folded, slot, 'text'))
}

/** Everything that decides the text of the conditions. */
export const shapeOf = (parts: readonly MatchPart[]) => parts.map(({ shape }) => shape).join()

export const valuesOf = (parts: readonly MatchPart[]) => parts.flatMap(({ values }) => values as SqlParam[])

export function conditionOf(parts: readonly MatchPart[]): Sql<boolean> {
  let next = 0
  return and(parts.map(({ values, make }) => make(values.map(() => new Slot(next++)))))
}

type StoredField = Pick<Field, 'name' | 'column' | 'fold' | 'kind'>

/** The columns that link a row of a table to its record. */
const belonging = ['parent', 'parent_entity', 'parent_field', 'idx']

/**
 * The field of this name, with the columns by which a row of a table belongs to its record.
 * @throws Error for an unknown field
 */
export function storedField(model: Model, name: string): StoredField {
  const field = model.byName.get(name)
  if (field && field.kind !== 'table') return field
  if (model.kind === 'Table' && belonging.includes(name)) return { name, column: name, fold: '', kind: 'text' }
  throw new Error(`${model.id} stores no field ${name}`)
}
