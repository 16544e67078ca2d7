import { sql } from '../store/sql.ts'
import type { Reader } from '../store/store.ts'
import type { Engine } from './engine.ts'
import type { Model } from './model.ts'
import { Plan } from './plan.ts'

/** About how many rows tables have had, to choose who runs a query. Read anew after a thousand writes. */
export class TableSizes {
  readonly #sizes = new Map<string, { rows: number; generation: number }>()

  async of(engine: Engine, model: Model): Promise<number> {
    const generation = engine.generations.of(model.id)
    const known = this.#sizes.get(model.id)
    if (known && generation - known.generation < 1000) return known.rows
    const plan = engine.plans.get(
      `size ${model.table.name}`,
      () => new Plan(sql`select max(rid) as n from ${sql.table(model.table.name)}`),
    )
    const rows = (await plan.get<{ n: number | null }>(engine.store))?.n ?? 0
    this.#sizes.set(model.id, { rows, generation })
    return rows
  }

  /** The same as it was last read; undefined when it never was. */
  known(model: Model): number | undefined {
    return this.#sizes.get(model.id)?.rows
  }
}

/** Up to so many rows, any query is quick enough for the main thread, and the way to a worker costs more. */
const smallTable = 5_000

/** The main thread for small tables, a worker for queries whose end is not in sight. */
export async function readerFor(engine: Engine, model: Model): Promise<Reader> {
  return (await engine.sizes.of(engine, model)) <= smallTable ? engine.store : engine.heavy
}

/** True while the workers have more to do than they can, and queries of this entity would need one. */
export function isTooBusyFor(engine: Engine, entity: string): boolean {
  if (!engine.heavy.isFull) return false
  const model = engine.models.get(entity)
  return model !== undefined && (engine.sizes.known(model) ?? 0) > smallTable
}
