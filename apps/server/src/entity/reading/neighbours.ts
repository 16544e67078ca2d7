import type { ListQuery, Neighbours } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { readRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { isRecord } from '../tables/rows.ts'
import { gatheringReaderFor } from '../tables/sizes.ts'
import { type Asked, filterFirst, isLookedThrough, searchFirst } from './found-first.ts'
import { countRecords, dependsOn } from './list-count.ts'
import { nameableFor, orderShape, parseOrder } from './list-query.ts'
import { whereOf } from './list-where.ts'
import { orderOf, type SortKey, type SortValues, sortKeys, stepsAfter, turned } from './place-in-order.ts'
import { openEntity } from './read.ts'
import { byReadings } from './readings.ts'
import { byIndex, chooseSearch, isIndexed, isSearched, soleSearch } from './search.ts'
import { isEverything, type SearchMethod, shapeOf, valuesOf, whereSql } from './where.ts'

const ownPlans = new Plans()
const besidePlans = new Plans()
const countPlans = new Plans()
const idPlans = new Plans()

/** Of a list that is found whole, as many records are known in order. */
const maxKnown = 2_500

/** The list that a record was opened from. */
export type NeighboursQuery = Pick<ListQuery, 'filters' | 'or_filters' | 'search' | 'order_by'> & {
  /** False leaves out what must be counted. */
  isCounted?: boolean
}

/** A record and its place in a list: where it stands in its order. */
interface Place {
  rid: number
  id: string
  values: SortValues
}

interface Looked extends Asked {
  by: SearchMethod
  keys: readonly SortKey[]
}

const outside = { previous: null, next: null, position: null }

/**
 * The records before and after one in a list, under the rights of the caller (reference: http-api, Neighbours).
 * @throws Problem 403, 404, 417
 */
export function neighbours(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string,
  query: NeighboursQuery,
): Promise<Neighbours> {
  const ask = (one: NeighboursQuery) => find(engine, ctx, entity, id, one)
  return readRecords(engine, async () => {
    const { isListed, ...found } = await byReadings(query, ask, ({ isListed, count }) => isListed || (count ?? 0) > 0)
    return found
  })
}

async function find(
  engine: Engine,
  ctx: Context,
  entity: string,
  id: string,
  query: NeighboursQuery,
): Promise<Neighbours & { isListed: boolean }> {
  const model = openEntity(engine, ctx, entity, 'read')
  const order = parseOrder(model, nameableFor(engine, ctx, model), query.order_by)
  const where = whereOf(engine, ctx, model, query)
  const reader = await gatheringReaderFor(engine, model)
  const asked = { model, where, range: { order, start: 0, length: maxKnown }, reader, keys: sortKeys(order) }
  const own = await findOwn(engine, ctx, asked, id)
  const { by, known, count: knownCount, isEndless = false } = await wayAlong(engine, ctx, asked)
  const looked = { ...asked, by }
  const isCounted = query.isCounted !== false && !isEndless
  const counted = async () => knownCount ?? countRecords(engine, ctx, model, where, { reader, by, order })
  const count = isCounted ? await counted() : null
  if (!own) return { ...outside, count, isListed: false }
  if (known) {
    const place = known.indexOf(own.rid)
    const ids = await idsOf(engine, model, [known[place - 1], known[place + 1]])
    return {
      previous: ids[0] ?? null,
      next: ids[1] ?? null,
      position: isCounted ? place + 1 : null,
      count,
      isListed: true,
    }
  }
  const [previous, next, position] = await Promise.all([
    nearest(engine, ctx, { ...looked, keys: turned(looked.keys) }, own),
    nearest(engine, ctx, looked, own),
    isCounted ? positionOf(engine, ctx, looked, own) : null,
  ])
  if (position !== null) {
    if (previous) keepPosition(engine, ctx, looked, previous, position - 1)
    if (next) keepPosition(engine, ctx, looked, next, position + 1)
  }
  return { previous, next, position, count, isListed: true }
}

/** The record itself, if it stands in the list. */
async function findOwn(
  engine: Engine,
  ctx: Context,
  { model, where, range, keys }: Omit<Looked, 'by'>,
  id: string,
): Promise<Place | undefined> {
  const by: SearchMethod = { by: 'each' }
  const values = valuesOf(engine, ctx.actor.user, where, by)
  const at = values.length
  const shape = `${model.id}|${shapeOf(where, by)}|${orderShape(range.order)}`
  const plan = ownPlans.of(engine, shape, () => {
    const columns = keys.map(({ value }, place) => sql`${value} as ${sql.id(`k${place}`)}`)
    const isIt = isRecord(new Slot(at), new Slot(at + 1))
    return sql`select rid, id, ${sql.join(columns)} from ${sql.table(model.table.name)}
      where ${and([isIt, whereSql(engine, model, where, by)])}`
  })
  const row = await engine.store.get<Record<string, string | number | null>>(plan.with([...values, id, fold(id)]))
  return row && { rid: Number(row.rid), id: String(row.id), values: keys.map((_, place) => row[`k${place}`] ?? null) }
}

/** How to look along the list, or all of its rows in order where they are known. */
async function wayAlong(engine: Engine, ctx: Context, asked: Omit<Looked, 'by'>): Promise<Way> {
  const { model, where, range } = asked
  if (isSearched(where)) {
    const by = await chooseSearch(engine, ctx, model, where, range)
    if (isLookedThrough(engine, asked, by)) {
      const found = await searchFirst(engine, ctx, asked, by)
      const rids = found.by.by === 'few' ? found.by.rids : []
      return found.isWhole ? { by, known: rids, count: rids.length } : { by, isEndless: true }
    }
    const isKnown = by.by === 'rows' && soleSearch(where)
    return { by, ...(isKnown && { known: JSON.parse(by.rows) as number[] }) }
  }
  const way = await filterFirst(engine, ctx, asked)
  if (!('count' in way)) return { by: way }
  return { by: byIndex, count: way.count, ...(way.by.by === 'few' && { known: way.by.rids }) }
}

interface Way {
  by: SearchMethod
  known?: readonly number[]
  count?: number
  /** Counting would read every text of the table. */
  isEndless?: boolean
}

/** The first record after this one. */
async function nearest(engine: Engine, ctx: Context, looked: Looked, own: Place): Promise<string | null> {
  const { model, where, by, keys, range } = looked
  const values = [...valuesOf(engine, ctx.actor.user, where, by), ...own.values]
  const at = values.length - own.values.length
  const reader = isServed(looked) ? engine.store : looked.reader
  const order = `${orderShape(range.order)}${keys[0]?.descending ? '-' : '+'}`
  for (const { condition, shape } of stepsAfter(keys, own.values, at)) {
    const plan = besidePlans.of(engine, `${model.id}|${shapeOf(where, by)}|${order}|${shape}`, () => {
      const conditions = and([condition, whereSql(engine, model, where, by)])
      return sql`select id from ${sql.table(model.table.name)} where ${conditions} order by ${orderOf(engine, keys)} limit 1`
    })
    const found = await reader.get<{ id: string }>(plan.with(values))
    if (found) return found.id
  }
  return null
}

/** True when an index finds each step without looking at other rows. */
const isServed = ({ model, where, range }: Looked) => isEverything(where) && isIndexed(model, range.order)

/** Counts the records before this one. */
function positionOf(engine: Engine, ctx: Context, looked: Looked, own: Place): Promise<number> {
  const { model, where, by, reader, range } = looked
  return engine.counts.get(positionKey(engine, ctx, looked, own.id), dependsOn(model, where), async () => {
    const values = [...valuesOf(engine, ctx.actor.user, where, by), ...own.values]
    const steps = stepsAfter(turned(looked.keys), own.values, values.length - own.values.length)
    const parts = steps.map(({ shape }) => shape).join()
    const plan = countPlans.of(engine, `${model.id}|${shapeOf(where, by)}|${orderShape(range.order)}|${parts}`, () => {
      const counted = steps.map(({ condition }) => {
        const conditions = and([condition, whereSql(engine, model, where, by)])
        return sql`(select count(*) from ${sql.table(model.table.name)} where ${conditions})`
      })
      return sql`select ${sql.join(counted, sql` + `)} as n`
    })
    return 1 + ((await reader.get<{ n: number }>(plan.with(values)))?.n ?? 0)
  })
}

/** A person who steps from record to record waits for no further count. */
function keepPosition(engine: Engine, ctx: Context, looked: Looked, id: string, position: number): void {
  const { model, where } = looked
  void engine.counts.get(positionKey(engine, ctx, looked, id), dependsOn(model, where), async () => position)
}

function positionKey(engine: Engine, ctx: Context, { model, where, range }: Looked, id: string): string {
  const values = valuesOf(engine, ctx.actor.user, where, byIndex)
  const list = `${model.id}|${shapeOf(where, byIndex)}|${orderShape(range.order)}`
  return `position|${engine.models.generation}|${list}|${JSON.stringify([...values, id])}`
}

async function idsOf(
  engine: Engine,
  model: Model,
  rids: readonly (number | undefined)[],
): Promise<(string | undefined)[]> {
  const { dialect } = engine.store
  const plan = idPlans.of(engine, model.id, () => {
    const isOne = dialect.isOneOf(column('rid'), new Slot(0), 'integer')
    return sql`select rid, id from ${sql.table(model.table.name)} where ${isOne}`
  })
  const asked = dialect.listParam(rids.filter((rid) => rid !== undefined))
  const rows = await engine.store.all<{ rid: number; id: string }>(plan.with([asked]))
  const byRid = new Map(rows.map(({ rid, id }) => [Number(rid), id]))
  return rids.map((rid) => (rid === undefined ? undefined : byRid.get(rid)))
}
