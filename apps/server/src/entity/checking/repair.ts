import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { foldColumns, wrongFolds } from './folds.ts'
import { isParent } from './pages.ts'

/** Number of mended records, and of search indexes made anew. */
export interface RepairCounts {
  folds: number
  indexes: number
}

/**
 * Computes wrong foldings anew, and makes the search indexes of these entities and of the mended ones anew.
 * @throws UniqueViolation when two records turn out to have the same id or unique value
 */
export async function repairDerived(engine: Engine, stale: ReadonlySet<string>): Promise<RepairCounts> {
  const counts: RepairCounts = { folds: 0, indexes: 0 }
  for (const model of engine.models.all()) {
    const mended = isParent(model) ? await repairFolds(engine, model) : 0
    counts.folds += mended
    if (model.table.search.length === 0 || (mended === 0 && !stale.has(model.id))) continue
    await engine.store.writeAlone((tx) => engine.store.dialect.repairSearch(tx, model.table))
    counts.indexes++
  }
  return counts
}

async function repairFolds({ store }: Engine, model: Model): Promise<number> {
  const columns = foldColumns(model).map(({ name }) => ({ name, kind: 'longtext' as const }))
  let mended = 0
  for await (const wrong of wrongFolds(store, model)) {
    const rows = wrong.map(({ rid, folds }) => [rid, ...folds])
    await store.write((tx) => store.dialect.setRows(tx, model.table.name, columns, rows))
    mended += rows.length
  }
  return mended
}
