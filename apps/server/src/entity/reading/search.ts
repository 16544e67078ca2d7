import { sql } from '../../store/sql.ts'
import type { FewMatches } from '../caches/search-cache.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { userSlot } from '../people/visibility.ts'
import { Plans, Slot } from '../tables/plan.ts'
import { readerFor, sizeOf } from '../tables/sizes.ts'
import { type OrderKey, orderShape, orderSql } from './list-query.ts'
import type { Search } from './search-needle.ts'
import { rowContains, rowPattern, type SearchMethod, type WhereClause } from './where.ts'

const fewPlans = new Plans()
const matchPlans = new Plans()
const ownPlans = new Plans()

/** A search with at most this many candidates is answered from the rows that it found. */
const maxCandidates = 2_000

/** Longer texts have trigrams that overlap others. */
const minDense = 4

/** With at most this many records of their own, people search them one by one. */
const maxOwn = 3_000

export const byIndex: SearchMethod = { by: 'index' }
const byText: SearchMethod = { by: 'text' }

/**
 * Chooses how to search, because no plan is good at both rare and common words. A few matches are found once, for page
 * and count; with many, their number tells whether a walk along the sort order fills the page sooner than fetching
 * every match would.
 */
export async function chooseSearch(
  engine: Engine,
  ctx: Context,
  model: Model,
  where: WhereClause,
  { order, start, length }: Range,
): Promise<SearchMethod> {
  const [search, ...more] = [...where.allSearch, ...where.anySearch]
  if (!search) return byIndex
  if (!(await isReady(engine, model))) return byText
  if (await hasFewOwn(engine, ctx, model, where)) return { by: 'each' }
  // In an OR, a single condition without an index makes the whole condition a table scan anyway.
  if (where.any.length > 0) return { by: 'scan' }
  const few = more.length === 0 ? await fewMatches(engine, model, search, order) : undefined
  if (few) return { by: 'rows', rows: few.rows }
  const matches = await countMatches(engine, model, search)
  const walk = ((start + length) * (await sizeOf(engine, model))) / matches
  return { by: walk < 2 * matches ? 'scan' : 'index' }
}

/** True for a user who may see no other records than a few of their own: an index leads to those. */
async function hasFewOwn(engine: Engine, ctx: Context, model: Model, { visibility }: WhereClause): Promise<boolean> {
  if (visibility.key !== 'own') return false
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
  return (await isReady(engine, model)) ? byIndex : byText
}

const isReady = (engine: Engine, { table }: Model) => engine.store.dialect.isSearchReady(engine.store, table.name)

export const isSearched = ({ allSearch, anySearch }: WhereClause): boolean => allSearch.length + anySearch.length > 0

/** The requested part of a list. */
export interface Range {
  order: readonly OrderKey[]
  start: number
  length: number
}

/** The rows that the search finds, when they are few. */
export async function fewMatches(
  engine: Engine,
  model: Model,
  search: Search,
  order: readonly OrderKey[],
): Promise<FewMatches | undefined> {
  const { dialect } = engine.store
  const { columns, needle, every, isExact, text } = search
  const condition = rowContains(engine, search, new Slot(1))
  const statement = dialect.fewMatches(model.table.name, new Slot(0), condition, orderSql(engine, order), maxCandidates)
  if (!statement) return undefined
  const shape = `${columns.join()}|${isExact}|${orderShape(order)}`
  return engine.searches.of(model.id, `${engine.models.generation}|${shape}|${text}`, async () => {
    const plan = fewPlans.of(engine, `${model.id}|${shape}`, () => statement)
    const reader = await readerFor(engine, model)
    // Of a long text, all trigrams together leave few rows where a third of them leaves many, as of a pair of words.
    for (const isDense of [...needle].length > minDense ? [false, true] : [false]) {
      const values = [dialect.candidatesParam(columns, needle, every, isDense), rowPattern(search)]
      const row = await reader.get<FewMatches & { candidates: number }>(plan.with(values))
      if (row && row.candidates <= maxCandidates) return { rows: row.rows, n: row.n }
    }
    return undefined
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

/** The search, when nothing else restricts the list. */
export function soleSearch({ all, any, allSearch, anySearch, visibility }: WhereClause): Search | undefined {
  const [search, ...more] = [...allSearch, ...anySearch]
  return all.length + any.length + more.length === 0 && !visibility.condition ? search : undefined
}
