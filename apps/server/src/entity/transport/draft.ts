import type { Tx } from '../../store/store.ts'
import { readDefinitions } from '../definitions/load.ts'
import type { Engine } from '../engine.ts'
import { writeDefinitions } from '../model/definition-lock.ts'
import { Models, type StoredDefinition } from '../model/models.ts'

/** A transaction that changes several definitions. */
export interface Draft {
  /** The engine with the definitions as this transaction has them by now. */
  engine: Engine
  tx: Tx
  /** Reads the definitions anew, after a step that changed some. */
  refresh(): Promise<void>
}

const dryRun = new Error('A dry run is rolled back')
let drafts = 0

/** Changes several definitions in one transaction of which nobody sees anything before its commit; a dry run ends without one. */
export async function changeDefinitions<T>(
  engine: Engine,
  isDryRun: boolean,
  change: (draft: Draft) => Promise<T>,
): Promise<T> {
  let done: { value: T } | undefined
  try {
    await writeDefinitions(engine, async (tx) => {
      let fresh: StoredDefinition[] = await readDefinitions(tx, engine.models, engine.builtIns)
      // First of all that waits for the commit: listeners of the others find the new definitions.
      tx.afterCommit(() => engine.models.replaceAll(fresh))
      const models = new Models(engine.types)
      models.replaceAll(fresh)
      // Caches name definitions by this number, so no two states may have the same one.
      models.generation = -(++drafts * 1_000_000)
      const draft = engine.withModels(models)
      const refresh = async () => {
        fresh = await readDefinitions(tx, models, engine.builtIns)
        models.replaceAll(fresh)
      }
      done = { value: await change({ engine: draft, tx, refresh }) }
      if (isDryRun) throw dryRun
      await refresh()
    })
  } catch (error) {
    if (error !== dryRun) throw error
  }
  if (!done) throw dryRun
  return done.value
}
