import { escapeLike } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { type Sql, sql } from '../../store/sql.ts'
import type { Reader, SqlParam, SqlValue, Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { and, column, type Plan, Plans, Slot } from '../tables/plan.ts'
import { isRecord } from '../tables/rows.ts'

type Value = string | number

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

export interface Lookup<Name extends string> {
  where?: Matches
  /** Fields to read beside `id`. */
  fields?: readonly Name[]
  /** `made` sorts by the order of creation; otherwise a fieldname, or `<field> desc` for the newest or largest first. */
  order?: string
  /** Default: no limit. */
  limit?: number
  /** The field whose index must lead, where a planner without statistics would choose another (decision 0006). */
  by?: string
  /** Default: the store. Pass a transaction to see its own writes. */
  reader?: Reader
}

/** `id` and the requested fields. */
export type Found<Name extends string> = { id: string } & Record<Name, SqlValue>

/**
 * Finds stored records for the server's own work, without checking permissions. Statements are printed once for each
 * shape.
 * @throws Problem 404 for an unknown entity, Error for an unknown field
 */
export function find<Name extends string = never>(
  engine: Engine,
  entity: string,
  lookup: Lookup<Name> = {},
): Promise<Found<Name>[]> {
  const { reader = engine.store } = lookup
  const { plan, values } = planned(engine, engine.models.require(entity), lookup)
  return reader.all<Found<Name>>(plan.with(values))
}

/** The first record that `find` would return. */
export async function findOne<Name extends string = never>(
  engine: Engine,
  entity: string,
  lookup: Lookup<Name>,
): Promise<Found<Name> | undefined> {
  const [first] = await find(engine, entity, { ...lookup, limit: 1 })
  return first
}

/** The number of matching records. */
export async function countOf(
  engine: Engine,
  entity: string,
  { where = {}, by, reader = engine.store }: Pick<Lookup<never>, 'where' | 'by' | 'reader'> = {},
): Promise<number> {
  const model = engine.models.require(entity)
  const parts = Object.entries(where).map(([name, match]) => partOf(engine, model, name, match, by))
  const plan = counts.of(engine, `${model.id}|${shapeOf(parts)}|${by}`, () => {
    return sql`select count(*) as n from ${sql.table(model.table.name)} where ${conditionOf(parts)}`
  })
  return Number((await reader.get<{ n: number }>(plan.with(valuesOf(parts))))?.n ?? 0)
}

/** True when a record matches. */
export async function exists(engine: Engine, entity: string, where: Matches, reader?: Reader): Promise<boolean> {
  return (await findOne(engine, entity, reader ? { where, reader } : { where })) !== undefined
}

/**
 * Sets stored values without a change of the record: no version, no event, and `modified` stays, so that users who have
 * the record open meet no conflict because the server stored a note.
 */
export async function setSilently(
  engine: Engine,
  tx: Tx,
  entity: string,
  ids: string | readonly string[],
  values: Readonly<Record<string, Value | null>>,
): Promise<void> {
  const model = engine.models.require(entity)
  const fields = Object.keys(values).map((name) => fieldOf(model, name))
  const isOne = typeof ids === 'string'
  if (fields.length === 0 || ids.length === 0) return
  const plan = silent.of(engine, `${model.id}|${fields.map(({ name }) => name).join()}|${isOne}`, () => {
    const sets = fields.flatMap((field, at) => {
      const set = sql`${column(field.column)} = ${new Slot(2 + 2 * at)}`
      return field.fold ? [set, sql`${column(field.fold)} = ${new Slot(3 + 2 * at)}`] : [set]
    })
    const { dialect } = engine.store
    const among = (name: string, slot: Slot) => dialect.isOneOf(column(name), slot, 'text')
    const are = isOne
      ? isRecord(new Slot(0), new Slot(1))
      : and([among('id_fold', new Slot(1)), among('id', new Slot(0))])
    return sql`update ${sql.table(model.table.name)} set ${sql.join(sets)} where ${are}`
  })
  const { listParam } = engine.store.dialect
  const bound: unknown[] = isOne ? [ids, fold(ids)] : [listParam(ids), listParam(ids.map(fold))]
  for (const { name } of fields) {
    const value = values[name]
    bound.push(value, typeof value === 'string' ? fold(value) : value)
  }
  await tx.run(plan.with(bound))
  tx.afterCommit(() => engine.generations.bump(model.id))
}

const pages = new Plans()
const counts = new Plans()
const silent = new Plans()

function planned(engine: Engine, model: Model, lookup: Lookup<string>): { plan: Plan; values: unknown[] } {
  const { where = {}, fields = [], order = '', limit, by } = lookup
  const parts = Object.entries(where).map(([name, match]) => partOf(engine, model, name, match, by))
  const values = valuesOf(parts)
  const shape = `${model.id}|${fields.join()}|${shapeOf(parts)}|${order}|${limit !== undefined}|${by}`
  const plan = pages.of(engine, shape, () => {
    const names = fields.map((name) => sql`${column(fieldOf(model, name).column)} as ${sql.id(name)}`)
    const selected = sql.join([sql`id`, ...names])
    const sorted = order === '' ? sql`` : sql` order by ${orderOf(model, order)}`
    const cut = limit === undefined ? sql`` : sql` limit ${new Slot(values.length)}`
    return sql`select ${selected} from ${sql.table(model.table.name)} where ${conditionOf(parts)}${sorted}${cut}`
  })
  return { plan, values: limit === undefined ? values : [...values, limit] }
}

/** One condition: `shape` and `make` exclude its values, which are bound in the order of their slots. */
interface Part {
  shape: string
  values: readonly unknown[]
  make(slots: readonly Slot[]): Sql<unknown>
}

function partOf(engine: Engine, model: Model, name: string, match: Match, by: string | undefined): Part {
  const field = fieldOf(model, name)
  const isText = field.kind === 'text' || field.kind === 'longtext'
  // An expression has no index, so the index of `by` leads.
  const value = by === undefined || by === name || !isText ? column(field.column) : sql`(${column(field.column)} || '')`
  const part = (kind: string, values: readonly unknown[], make: Part['make']): Part => ({
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

const shapeOf = (parts: readonly Part[]) => parts.map(({ shape }) => shape).join()

const valuesOf = (parts: readonly Part[]) => parts.flatMap(({ values }) => values as SqlParam[])

function conditionOf(parts: readonly Part[]): Sql<boolean> {
  let next = 0
  return and(parts.map(({ values, make }) => make(values.map(() => new Slot(next++)))))
}

function orderOf(model: Model, order: string): Sql<unknown> {
  const [name = '', direction] = order.split(' ')
  const sorted = column(name === 'made' ? 'rid' : fieldOf(model, name).column)
  return direction === 'desc' ? sql`${sorted} desc` : sorted
}

type StoredField = Pick<Field, 'name' | 'column' | 'fold' | 'kind'>

/** The columns that link a row of a table to its record. */
const belonging = ['parent', 'parent_entity', 'parent_field', 'idx']

function fieldOf(model: Model, name: string): StoredField {
  const field = model.byName.get(name)
  if (field && field.kind !== 'table') return field
  if (model.kind === 'Table' && belonging.includes(name)) return { name, column: name, fold: '', kind: 'text' }
  throw new Error(`${model.id} stores no field ${name}`)
}
