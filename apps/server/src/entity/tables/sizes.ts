import { GatheringReader } from '../../store/gathering-reader.ts'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { Plans } from './plan.ts'

const sizePlans = new Plans()

/** Up to this many rows, any query is fast enough for the main thread, and a worker would cost more. */
const maxSmallTable = 5_000

/** The main thread for small tables, a worker for unbounded queries. */
export async function readerFor(engine: Engine, model: Model): Promise<Reader> {
  return (await sizeOf(engine, model)) <= maxSmallTable ? engine.store : engine.heavy
}

/** The same for the queries of one call: a worker gets the queries of one turn together. */
export async function gatheringReaderFor(engine: Engine, model: Model): Promise<Reader> {
  const reader = await readerFor(engine, model)
  return reader === engine.heavy ? new GatheringReader(engine.heavy) : reader
}

/** The approximate number of rows of this entity's table. */
export function sizeOf(engine: Engine, model: Model): Promise<number> {
  return engine.sizes.of(model.id, () => sizeNow(engine, model))
}

/** The same as it is now, without a look at what is known. */
export async function sizeNow(engine: Engine, model: Model): Promise<number> {
  const plan = sizePlans.of(engine, model.id, () => sql`select max(rid) as n from ${sql.table(model.table.name)}`)
  return (await engine.store.get<{ n: number | null }>(plan.with()))?.n ?? 0
}

/** True while the workers have too many queries, and queries of this entity would need a worker. */
export function isTooBusyFor(engine: Engine, entity: string): boolean {
  if (!engine.heavy.isFull) return false
  const model = engine.models.get(entity)
  return model !== undefined && (engine.sizes.cached(entity) ?? 0) > maxSmallTable
}
