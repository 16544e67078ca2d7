import { type Sql, sql } from '../../store/sql.ts'
import type { Reader, SqlValue } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { column, type Plan, Plans, Slot } from '../tables/plan.ts'
import { conditionOf, type Matches, partsOf, shapeOf, storedField, valuesOf } from './lookup-match.ts'

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
export type FoundRecord<Name extends string> = { id: string } & Record<Name, SqlValue>

/**
 * Finds stored records for the server's own work, without checking permissions. Statements are printed once for each
 * shape.
 * @throws Problem 404 for an unknown entity, Error for an unknown field
 */
export function find<Name extends string = never>(
  engine: Engine,
  entity: string,
  lookup: Lookup<Name> = {},
): Promise<FoundRecord<Name>[]> {
  const { reader = engine.store } = lookup
  const { plan, values } = planned(engine, engine.models.require(entity), lookup)
  return reader.all<FoundRecord<Name>>(plan.with(values))
}

/** The first record that `find` would return. */
export async function findOne<Name extends string = never>(
  engine: Engine,
  entity: string,
  lookup: Lookup<Name>,
): Promise<FoundRecord<Name> | undefined> {
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
  const parts = partsOf(engine, model, where, by)
  const plan = counts.of(engine, `${model.id}|${shapeOf(parts)}|${by}`, () => {
    return sql`select count(*) as n from ${sql.table(model.table.name)} where ${conditionOf(parts)}`
  })
  return Number((await reader.get<{ n: number }>(plan.with(valuesOf(parts))))?.n ?? 0)
}

/** True when a record matches. */
export async function exists(engine: Engine, entity: string, where: Matches, reader?: Reader): Promise<boolean> {
  return (await findOne(engine, entity, reader ? { where, reader } : { where })) !== undefined
}

const pages = new Plans()
const counts = new Plans()

function planned(engine: Engine, model: Model, lookup: Lookup<string>): { plan: Plan; values: unknown[] } {
  const { where = {}, fields = [], order = '', limit, by } = lookup
  const parts = partsOf(engine, model, where, by)
  const values = valuesOf(parts)
  const shape = `${model.id}|${fields.join()}|${shapeOf(parts)}|${order}|${limit !== undefined}|${by}`
  const plan = pages.of(engine, shape, () => {
    const names = fields.map((name) => sql`${column(storedField(model, name).column)} as ${sql.id(name)}`)
    const selected = sql.join([sql`id`, ...names])
    const sorted = order === '' ? sql`` : sql` order by ${orderOf(engine, model, order)}`
    const cut = limit === undefined ? sql`` : sql` limit ${new Slot(values.length)}`
    return sql`select ${selected} from ${sql.table(model.table.name)} where ${conditionOf(parts)}${sorted}${cut}`
  })
  return { plan, values: limit === undefined ? values : [...values, limit] }
}

function orderOf(engine: Engine, model: Model, order: string): Sql<unknown> {
  const [name = '', direction] = order.split(' ')
  const sorted = column(name === 'made' ? 'rid' : storedField(model, name).column)
  return engine.store.dialect.order(sorted, direction === 'desc')
}
