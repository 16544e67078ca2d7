import { type Engine, StampedCache, sqlOf } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'

/**
 * The entities about whose records there is an assignment, or a follower. Most have neither, so that most reads and
 * writes of records ask for nothing further.
 */
export class NamedEntities {
  readonly #caches = new WeakMap<Engine, StampedCache<ReadonlySet<string>>>()

  of(engine: Engine, entity: 'Assignment' | 'Follower'): Promise<ReadonlySet<string>> {
    let cache = this.#caches.get(engine)
    if (!cache) {
      cache = new StampedCache(engine.generations, { entries: 2 })
      this.#caches.set(engine, cache)
    }
    return cache.get(`${engine.models.generation} ${entity}`, [entity], async () => {
      const { table, field } = sqlOf(engine, entity)
      const rows = await engine.store.all<{ name: string }>(
        sql`select distinct ${field('reference_entity')} as name from ${table}`,
      )
      return new Set(rows.map(({ name }) => name))
    })
  }
}
