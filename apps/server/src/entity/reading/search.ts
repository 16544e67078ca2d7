import { sql } from '../../store/sql.ts'
import type { FoundInOrder } from '../caches/search-cache.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { ownKey, userSlot } from '../people/visibility.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { readerFor, sizeOf } from '../tables/sizes.ts'
import { type OrderKey, orderShape, orderSql } from './list-query.ts'
import type { Search } from './search-needle.ts'
import { rowContains, rowPattern, type SearchMethod, type WhereClause } from './where.ts'

const orderedPlans = new Plans()
const matchPlans = new Plans()
const ownPlans = new Plans()

/** Of this many matches, all are fetched and sorted; of more, the first ones are met along the order. */
const maxFetched = 2_500
/** More matches than this lie so close along the order that a walk needs no index of the texts. */
const maxFound = 20_000
/** Up to this number they are counted all the same, so that nothing asks the index again. */
const maxCountedAtOnce = 100_000
/** Of at most so many rows with the rarest parts of a text, each is read to see whether it contains the whole. */
const maxTested = [100, 300, 800, 1_500] as const
/** Rows that a walk collects at once: some pages. */
const walked = 100

/** With at most this many records of their own, people search them one by one. */
const maxOwn = 1_000

export const byIndex: SearchMethod = { by: 'index' }
const byText: SearchMethod = { by: 'text' }
const byScan: SearchMethod = { by: 'scan' }

/**
 * Chooses how to search, because no plan is good at both rare and common words. The matches are found once, for page and
 * count, unless there are very many; the method for a further page follows from their number.
 */
export async function chooseSearch(
  engine: Engine,
  ctx: Context,
  model: Model,
  where: WhereClause,
  range: Range,
): Promise<SearchMethod> {
  if (!isSearched(where)) return byIndex
  const [search, ...more] = indexedOf(where)
  if (search && !(await isReady(engine, model))) return byText
  if (await hasFewOwn(engine, ctx, model, where)) return { by: 'each' }
  // In an OR, a single condition without an index makes the whole condition a table scan anyway.
  if (!search || where.any.length > 0) return byScan
  const found = more.length === 0 ? await findMatches(engine, model, search, range.order) : undefined
  const isKnown = found?.isWhole || (soleSearch(where) && range.start + range.length <= walked)
  if (found?.rows && isKnown) return { by: 'rows', rows: found.rows }
  return cheapest(engine, model, found?.n ?? (await countMatches(engine, model, search)), range)
}

/** Microseconds for a row that is fetched, one whose text is read, one looked up in a set, and one put into it. */
const cost = { fetch: 8, read: 12, look: 0.3, put: 0.5, index: 10_000 } as const

/** The cheapest way to a page of so many matches. */
async function cheapest(engine: Engine, model: Model, matches: number, { order, start, length }: Range) {
  const size = await sizeOf(engine, model)
  const steps = isIndexed(model, order) ? Math.min(size, ((start + length) * size) / Math.max(1, matches)) : size
  const ways = [
    { by: 'scan', time: steps * cost.read },
    { by: 'set', time: cost.index + matches * cost.put + steps * cost.look },
    { by: 'index', time: cost.index + matches * cost.fetch },
  ] as const
  const [{ by }] = ways.toSorted((a, b) => a.time - b.time) as [(typeof ways)[number]]
  return { by }
}

/** How to count what else than a search limits. */
export async function countMethod(engine: Engine, model: Model, where: WhereClause): Promise<SearchMethod> {
  const [search, ...more] = indexedOf(where)
  if (!search || more.length > 0 || where.any.length > 0) return byIndex
  if (where.visibility.key === ownKey) return { by: 'set' }
  const fetched = (await countMatches(engine, model, search)) * cost.fetch
  return fetched < (await sizeOf(engine, model)) * cost.put ? byIndex : { by: 'set' }
}

/** True when the table has an index in this order, perhaps after the column of a filter. */
export function isIndexed({ ordered }: Model, [first, ...more]: readonly OrderKey[]): boolean {
  return more.length === 0 && first !== undefined && ordered.has(first.field)
}

/** The searches that the index can answer. */
const indexedOf = ({ allSearch, anySearch }: WhereClause) => [...allSearch, ...anySearch].filter((one) => !one.isShort)

/** True for a user who may see no other records than a few of their own: an index leads to those. */
export async function hasFewOwn(
  engine: Engine,
  ctx: Context,
  model: Model,
  { visibility }: Pick<WhereClause, 'visibility'>,
): Promise<boolean> {
  if (visibility.key !== ownKey) return false
  const plan = ownPlans.of(engine, model.id, () => {
    const own = sql`select 1 as one from ${sql.table(model.table.name)} where owner = ${userSlot} limit ${sql.lit(maxOwn + 1)}`
    return sql`select count(*) as n from (${own}) as own`
  })
  const row = await engine.store.get<{ n: number }>(plan.with([ctx.actor.user]))
  return (row?.n ?? 0) <= maxOwn
}

/** How to find all matching rows, whatever their order. */
export async function searchAll(engine: Engine, ctx: Context, model: Model, where: WhereClause): Promise<SearchMethod> {
  if (!isSearched(where)) return byIndex
  if (await hasFewOwn(engine, ctx, model, where)) return { by: 'each' }
  return indexedOf(where).length === 0 || (await isReady(engine, model)) ? byIndex : byText
}

const isReady = (engine: Engine, { table }: Model) => engine.store.dialect.isSearchReady(engine.store, table.name)

export const isSearched = ({ allSearch, anySearch }: WhereClause): boolean => allSearch.length + anySearch.length > 0

/** The requested part of a list. */
export interface Range {
  order: readonly OrderKey[]
  start: number
  length: number
}

/** The bound for the rows that contain the rarest parts of a text, so that few statements differ by it. */
export const testedOf = (worth: number) => maxTested.findLast((bound) => bound <= worth) ?? maxTested[0]

/** The rows that the search finds, unless they are very many. */
export async function findMatches(
  engine: Engine,
  model: Model,
  search: Search,
  order: readonly OrderKey[],
): Promise<FoundInOrder | undefined> {
  const { columns, needle, isExact, text, every } = search
  const { dialect } = engine.store
  const { findInOrder } = dialect
  if (!findInOrder) return undefined
  const isOrdered = isIndexed(model, order)
  const shape = `${columns.join()}|${isExact}|${orderShape(order)}`
  const ask = async (param: string, tested?: number): Promise<FoundInOrder | undefined> => {
    const isTested = tested !== undefined || isExact
    const few = tested ?? maxFetched
    const most = isTested || !isOrdered ? few : maxFound
    const counted = isTested ? few : maxCountedAtOnce
    const plan = orderedPlans.of(engine, `${model.id}|${shape}|${tested}`, () => {
      const condition = isTested ? rowContains(engine, search, new Slot(1)) : undefined
      const limits = { few, most, counted, first: walked }
      const asked = { columns, needle: new Slot(0), condition, order: orderSql(engine, order), ...limits }
      return findInOrder(model.table.name, asked)
    })
    const reader = await readerFor(engine, model)
    const found = await reader.get<{ rows: string | null; n: number }>(plan.with([param, rowPattern(search)]))
    if (!found || found.n > counted) return undefined
    const n = isTested && found.rows ? (JSON.parse(found.rows) as unknown[]).length : found.n
    return { rows: found.rows, n, isWhole: found.n <= few }
  }
  return engine.searches.of([model.id], `${engine.models.generation}|${shape}|${text}`, async () => {
    // In the worker, which then reads the same parts of the index again.
    const rare = await dialect.rareParam?.(await readerFor(engine, model), model.table.name, columns, needle, every)
    return (rare && (await ask(rare.param, testedOf(rare.worth)))) || ask(needleOf(engine, search))
  })
}

/** The number of rows that the index finds: all that match, and for an exact search perhaps more. Reads only the index. */
export function countMatches(engine: Engine, model: Model, search: Search): Promise<number> {
  const needle = needleOf(engine, search)
  const shape = `matches|${model.table.name}|${search.columns.join()}`
  return engine.counts.get(`${shape}|${needle}`, [model.id], async () => {
    const { dialect } = engine.store
    const make = () => dialect.countContaining(model.table.name, search.columns, new Slot(0))
    const row = await (await readerFor(engine, model)).get<{ n: number }>(
      matchPlans.of(engine, shape, make).with([needle]),
    )
    return row?.n ?? 0
  })
}

const needleOf = (engine: Engine, { columns, needle, every }: Search) =>
  engine.store.dialect.searchParam(columns, needle, every)

/** The search that the index can answer, when nothing else restricts the list. */
export function soleSearch({ all, any, allSearch, anySearch, visibility }: WhereClause): Search | undefined {
  const [search, ...more] = [...allSearch, ...anySearch]
  const isAlone = all.length + any.length + more.length === 0 && !visibility.condition
  return isAlone && !search?.isShort ? search : undefined
}
