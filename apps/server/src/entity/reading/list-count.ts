import type { EntityRecord } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { ownKey } from '../people/visibility.ts'
import { Plans } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'
import type { CarriedCounts, CountProvider, Selection } from '../types.ts'
import { countedOf, isCounted } from './counted.ts'
import { conditionsIn, onRowsIn } from './filter-kinds.ts'
import type { OrderKey } from './list-query.ts'
import { whereOf } from './list-where.ts'
import { byIndex, countMatches, countMethod, findMatches, isSearched, soleSearch } from './search.ts'
import { isEverything, isLeading, type SearchMethod, shapeOf, valuesOf, type WhereClause, whereSql } from './where.ts'

const countPlans = new Plans()

/** The reader, the way and the order of a list that counts its records. */
interface Known {
  reader: Reader
  by: SearchMethod
  order: readonly OrderKey[]
}

/** The exact number of records that match the filters (reference: http-api, Paging and counts). */
export async function countRecords(
  engine: Engine,
  ctx: Context,
  model: Model,
  where: WhereClause,
  { reader, by: chosen, order }: Known,
): Promise<number> {
  const alone = chosen.by === 'text' ? undefined : soleSearch(where)
  const found = alone && (await findMatches(engine, model, alone, order))
  if (found) return found.n
  if (alone && !alone.isExact) return countMatches(engine, model, alone)
  const isWalk = chosen.by === 'walk' || chosen.by === 'walk alone'
  const isKnown = chosen.by === 'rows' || chosen.by === 'each' || chosen.by === 'text' || !isSearched(where)
  const by = isWalk ? byIndex : isKnown ? chosen : await countMethod(engine, model, where)
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const shape = `count|${engine.models.generation}|${model.id}|${shapeOf(where, by)}`
  return engine.counts.get(`${shape}|${JSON.stringify(values)}`, dependsOn(model, where), async () => {
    const make = () => {
      const condition = whereSql(engine, model, besideIndexes(engine, model, where), by)
      return sql`select count(*) as n from ${sql.table(model.table.name)} where ${condition}`
    }
    const row = await reader.get<{ n: number }>(countPlans.of(engine, shape, make).with(values))
    return row?.n ?? 0
  })
}

/**
 * One's own records are found by one index, and those that a filter equates by another. Both hold all that a count of the
 * records in both needs; by either alone each of its records would be fetched to test the rest.
 */
function besideIndexes({ store }: Engine, model: Model, where: WhereClause): WhereClause {
  const { condition, key } = where.visibility
  if (key !== ownKey || !condition || !where.all.some(isLeading)) return where
  const among = store.dialect.alsoAmong(model.table.name, condition)
  return { ...where, visibility: { ...where.visibility, condition: among } }
}

export const sumOpen = (counted: CountProvider, records: readonly EntityRecord[]) =>
  records.reduce((sum, record) => sum + (record[counted.name] as CarriedCounts).total, 0)

/** The sum of the counted numbers over the records that match the filters. */
export function countOpenWithin(
  engine: Engine,
  ctx: Context,
  model: Model,
  where = whereOf(engine, ctx, model, {}),
): Promise<number> | number {
  const selection: Selection = {
    model,
    isEverything: isEverything(where),
    isPlain: !isSearched(where) && !where.visibility.condition,
    shape: shapeOf(where, byIndex),
    values: valuesOf(engine, ctx.actor.user, where, byIndex),
    dependsOn: dependsOn(model, where),
    condition: () => whereSql(engine, model, where, byIndex),
    reader: () => readerFor(engine, model),
  }
  return countedOf(engine, model)?.sumOver(engine, selection) ?? 0
}

export function dependsOn(model: Model, where: WhereClause): string[] {
  const counted = conditionsIn([...where.all, ...where.any]).flatMap(({ field }) =>
    isCounted(field) ? field.countsFrom : [],
  )
  const rows = onRowsIn([...where.all, ...where.any]).map((one) => one.rows.id)
  return [model.id, ...where.visibility.dependsOn, ...counted, ...rows]
}
