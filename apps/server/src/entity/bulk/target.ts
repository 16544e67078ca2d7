import { badRequest, invalid, type ListQuery, limits } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Context } from '../people/actor.ts'
import { whereOf } from '../reading/list-where.ts'
import { openEntity } from '../reading/read.ts'
import { byReadings } from '../reading/readings.ts'
import { searchAll } from '../reading/search.ts'
import { shapeOf, valuesOf, whereSql } from '../reading/where.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'
import { isObject } from '../writing/parse-body.ts'

const idPlans = new Plans()

/**
 * Ids of the records that a call means: those that it names, or all that match its filters and that the caller sees in
 * the list, in the order of their making (reference: http-api, Bulk on a filter).
 * @throws Problem 400, 403, 404, 417
 */
export function targetIds(engine: Engine, ctx: Context, entity: string, target: unknown): Promise<string[]> {
  if (!isObject(target)) throw invalid('{0} is required', ['target'])
  if (Object.hasOwn(target, 'ids')) return Promise.resolve(namedIds(target.ids))
  const query: ListQuery = {}
  for (const key of ['filters', 'or_filters', 'search'] as const) {
    if (target[key] !== undefined) Object.assign(query, { [key]: target[key] })
  }
  // A target without a key would mean all records of the entity, by mistake, and so would a blank search.
  const isBlank = typeof query.search === 'string' && query.search.trim() === ''
  if (Object.keys(query).length - Number(isBlank) === 0) throw invalid('{0} is required', ['target'])
  return readRecords(engine, () =>
    byReadings(
      query,
      (one) => matchingIds(engine, ctx, entity, one),
      (ids) => ids.length > 0,
    ),
  )
}

/** @throws Problem 400, 417 */
function namedIds(ids: unknown): string[] {
  if (!Array.isArray(ids) || ids.length === 0) throw mustBeList()
  if (ids.length > limits.bulkRecords) throw tooMany()
  if (!ids.every((id) => typeof id === 'string' && id !== '')) throw badRequest()
  return [...new Set(ids as string[])]
}

async function matchingIds(engine: Engine, ctx: Context, entity: string, query: ListQuery): Promise<string[]> {
  const model = openEntity(engine, ctx, entity, 'read')
  const where = whereOf(engine, ctx, model, query)
  const by = await searchAll(engine, ctx, model, where)
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const plan = idPlans.of(engine, `${model.id}|${shapeOf(where, by)}`, () => {
    const condition = whereSql(engine, model, where, by)
    return sql`select id from ${sql.table(model.table.name)} where ${condition}
      order by rid limit ${new Slot(values.length)}`
  })
  const reader = await readerFor(engine, model)
  const rows = await reader.all<{ id: string }>(plan.with([...values, limits.bulkRecords + 1]))
  if (rows.length > limits.bulkRecords) throw tooMany()
  return rows.map(({ id }) => id)
}

const mustBeList = () => invalid('{0} must be a list of 1 to {1} items', ['ids', limits.bulkRecords])

const tooMany = () => invalid('At most {0} records can be changed at once.', [limits.bulkRecords])
