import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { Findings } from './findings.ts'

/** Search indexes against the texts; every text is compared when `isDeep`. */
export async function checkSearch(engine: Engine, isDeep: boolean): Promise<Findings> {
  const found = new Findings()
  const { store } = engine
  for (const { id, table } of engine.models.all()) {
    const { isBroken, rows, count } = await store.dialect.compareSearch(store, table, isDeep)
    if (isBroken || (count > 0 && rows.length === 0)) found.addFault(id, count)
    for (const rid of rows) {
      const row = await store.get<{ id: string }>(sql`select id from ${sql.table(table.name)} where rid = ${rid}`)
      found.addFault(row ? `${id} ${row.id}` : `${id} #${rid}`)
    }
  }
  return found
}

/** The entities whose search index does not fit the texts. */
export async function staleSearches(engine: Engine, isDeep: boolean): Promise<Set<string>> {
  const stale = new Set<string>()
  for (const { id, table } of engine.models.all()) {
    if ((await engine.store.dialect.compareSearch(engine.store, table, isDeep)).count > 0) stale.add(id)
  }
  return stale
}
