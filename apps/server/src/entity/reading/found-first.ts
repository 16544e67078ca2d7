import { type Sql, sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { FoundInOrder } from '../caches/search-cache.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { ownKey } from '../people/visibility.ts'
import { column, Plans, Slot } from '../tables/plan.ts'
import { dependsOn } from './list-count.ts'
import { orderShape, orderSql } from './list-query.ts'
import { byIndex, isIndexed, isSearched, type Range } from './search.ts'
import { isLeading, type SearchMethod, shapeOf, valuesOf, type WhereClause, whereSql } from './where.ts'

const fewPlans = new Plans()
const firstPlans = new Plans()

/** Of this many matches, all are found and sorted at once; of more, the first ones are met soon along the order. */
const maxFew = 2_500
/** Where only a look at each row tells, matches are counted up to this number beyond the page. */
const countedBeyond = 60

/** The rows of a page, found beforehand, and the number of all of them. */
export interface Known {
  by: SearchMethod
  count: number
  /** False when further records may match. */
  isWhole: boolean
}

export interface Asked {
  model: Model
  where: WhereClause
  range: Range
  reader: Reader
}

/**
 * How to read a page of a filtered list. No index may answer the filter, and the planner does not know whether it holds
 * for few rows or for many: a walk along the order reads the whole table for a few rows, and a sort reads all matches for
 * the first of them. So matches are looked for first; few of them are sorted at once, in one pass over the table.
 */
export async function filterFirst(engine: Engine, ctx: Context, asked: Asked): Promise<Known | SearchMethod> {
  const { model, where, range, reader } = asked
  const isInOrder = range.order.length === 1 && range.order[0]?.field === model.sortField
  // One's own records have an index in the list's order, and in no other.
  const isNarrowed = where.visibility.key === ownKey && !isInOrder
  const isFiltered = where.all.length + where.any.length > 0 || isNarrowed
  if (reader === engine.store || !isFiltered || isSearched(where)) return byIndex
  const [first, ...more] = where.all
  // One index holds exactly these rows in this order.
  if (isInOrder && first && isLeading(first) && more.length + where.any.length === 0) return byIndex
  const found = await findFew(engine, ctx, asked)
  if (found?.rows) {
    const rids = (JSON.parse(found.rows) as number[]).slice(range.start, range.start + range.length)
    return { by: { by: 'few', rids }, count: found.n, isWhole: true }
  }
  if (!isIndexed(model, range.order)) return byIndex
  return { by: isInOrder ? 'walk' : 'walk alone' }
}

function findFew(engine: Engine, ctx: Context, { model, where, range, reader }: Asked) {
  const values = valuesOf(engine, ctx.actor.user, where, byIndex)
  const shape = `few|${model.id}|${shapeOf(where, byIndex)}|${orderShape(range.order)}`
  const key = `${engine.models.generation}|${shape}|${JSON.stringify(values)}`
  return engine.searches.of([model.id, ...dependsOn(model, where)], key, async () => {
    const plan = fewPlans.of(engine, shape, () => {
      const table = sql.table(model.table.name)
      const number = sql`(select count(*) from found)`
      const rids = engine.store.dialect.gathered(column('rid'), orderSql(engine, range.order))
      return sql`with found as materialized
          (select rid from ${table} where ${whereSql(engine, model, where, byIndex)} limit ${sql.lit(maxFew + 1)})
        select ${number} as n, case when ${number} <= ${sql.lit(maxFew)} then
          (select ${rids} from ${table} where rid in (select rid from found)) end as rows`
    })
    const found = await reader.get<FoundInOrder>(plan.with(values))
    return found && { ...found, isWhole: found.rows !== null }
  })
}

/** True for a search that no index answers: of one or two letters, or of a person who sees many records of their own. */
export function isLookedThrough(engine: Engine, { where, reader }: Asked, { by }: SearchMethod): boolean {
  if (reader === engine.store || !isSearched(where)) return false
  if ([...where.allSearch, ...where.anySearch].some((search) => search.isShort)) return by !== 'each'
  return where.visibility.key === ownKey && (by === 'scan' || by === 'set')
}

/**
 * The rows of a page in which only a look at each row tells whether it matches, met along the order. Their number is known
 * as far as the walk went: counting on would read every text of the table.
 */
export async function searchFirst(engine: Engine, ctx: Context, asked: Asked, by: SearchMethod): Promise<Known> {
  const { model, where, range, reader } = asked
  const most = range.start + range.length + countedBeyond
  const values = [...valuesOf(engine, ctx.actor.user, where, by), most]
  const shape = `first|${model.id}|${shapeOf(where, by)}|${orderShape(range.order)}`
  const plan = firstPlans.of(engine, shape, () => {
    const condition: Sql = whereSql(engine, model, where, by)
    const order = orderSql(engine, range.order)
    return sql`select rid from ${sql.table(model.table.name)} where ${condition} order by ${order} limit ${new Slot(values.length - 1)}`
  })
  const rids = (await reader.all<{ rid: number }>(plan.with(values))).map(({ rid }) => rid)
  const page = rids.slice(range.start, range.start + range.length)
  return { by: { by: 'few', rids: page }, count: rids.length, isWhole: rids.length < most }
}
