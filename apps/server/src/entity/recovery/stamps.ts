import type { ListQuery } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Context } from '../people/actor.ts'
import { nameableFor, orderShape, orderSql, parseOrder } from '../reading/list-query.ts'
import { whereOf } from '../reading/list-where.ts'
import { find } from '../reading/lookup.ts'
import { openEntity } from '../reading/read.ts'
import { byReadings } from '../reading/readings.ts'
import { searchAll } from '../reading/search.ts'
import { shapeOf, valuesOf, whereSql } from '../reading/where.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { readerFor } from '../tables/sizes.ts'

/** A record and the time of its last change, by which a later state of it is told from this one. */
export type Stamp = readonly [id: string, modified: unknown]

const plans = new Plans()

/** The stamps of the records that a list holds, in its order, in one statement. @throws Problem 403, 404, 417 */
export function readStamps(
  engine: Engine,
  ctx: Context,
  entity: string,
  query: ListQuery,
  limit: number,
): Promise<Stamp[]> {
  return readRecords(engine, () =>
    byReadings(
      query,
      (one) => findStamps(engine, ctx, entity, one, limit),
      (found) => found.length > 0,
    ),
  )
}

async function findStamps(
  engine: Engine,
  ctx: Context,
  entity: string,
  query: ListQuery,
  limit: number,
): Promise<Stamp[]> {
  const model = openEntity(engine, ctx, entity, 'read')
  const order = parseOrder(model, nameableFor(engine, ctx, model), query.order_by)
  const where = whereOf(engine, ctx, model, query)
  const by = await searchAll(engine, ctx, model, where)
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const plan = plans.of(engine, `${model.id}|${orderShape(order)}|${shapeOf(where, by)}`, () => {
    const condition = whereSql(engine, model, where, by)
    return sql`select id, modified from ${sql.table(model.table.name)} where ${condition}
      order by ${orderSql(engine, order)} limit ${new Slot(values.length)}`
  })
  const reader = await readerFor(engine, model)
  const rows = await reader.all<{ id: string; modified: unknown }>(plan.with([...values, limit]))
  return rows.map(({ id, modified }) => [id, modified])
}

/** Which of these records are gone, and which were written since. */
export async function lookSince(
  engine: Engine,
  table: string,
  stamps: readonly Stamp[],
): Promise<{ missing: string[]; touched: string[] }> {
  const model = engine.models.byTable(table)
  const ids = stamps.map(([id]) => id)
  const found = model ? await find(engine, model.id, { where: { id: { in: ids } }, fields: ['modified'] }) : []
  const now = new Map(found.map(({ id, modified }) => [id, modified]))
  return {
    missing: ids.filter((id) => !now.has(id)),
    touched: stamps.filter(([id, modified]) => now.has(id) && now.get(id) !== modified).map(([id]) => id),
  }
}
