import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { systemContext } from '../people/actors.ts'
import { TrashBin } from '../trash/content/bin.ts'
import { newRowId } from '../writing/ids.ts'
import { keepInTrash } from '../writing/to-trash.ts'
import { foldColumns, wrongFolds } from './folds.ts'
import { isParent } from './pages.ts'
import { orphansOf } from './table-rows.ts'

/** Numbers of mended records, of search indexes made anew, and of table rows that went to the trash. */
export interface RepairCounts {
  folds: number
  indexes: number
  rows: number
}

/**
 * Moves table rows without a record to the trash, computes wrong foldings anew, and makes the search indexes of these entities and of the mended ones anew.
 * @throws UniqueViolation when two records turn out to have the same id or unique value
 */
export async function repairDerived(engine: Engine, stale: ReadonlySet<string>): Promise<RepairCounts> {
  const counts: RepairCounts = { folds: 0, indexes: 0, rows: await trashOrphans(engine) }
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

/** Rows that go to the trash in one transaction. */
const orphansPerWrite = 200

/** Each row becomes an item of its own: nobody knows to which record it belonged. */
async function trashOrphans(engine: Engine): Promise<number> {
  let moved = 0
  for (const child of engine.models.all().filter((model) => !isParent(model))) {
    for (const orphans of await orphansOf(engine, child)) {
      for (;;) {
        const found = await engine.store.all<{ id: string }>(
          sql`select id from ${orphans} order by rid limit ${sql.lit(orphansPerWrite)}`,
        )
        if (found.length === 0) break
        await engine.store.write(async (tx) => {
          for (const { id } of found) await trashRow(engine, tx, child, id)
        })
        moved += found.length
      }
    }
  }
  return moved
}

async function trashRow(engine: Engine, tx: Tx, child: Model, id: string): Promise<void> {
  const rows = engine.rows(child)
  const row = await rows.byId(tx, id)
  if (!row) return
  const bin = new TrashBin(newRowId())
  bin.add(engine, child, { row, tables: {} }, 'main')
  await rows.remove(tx, row.rid)
  await keepInTrash(engine, systemContext(engine), tx, child, row, bin)
}
