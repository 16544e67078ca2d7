import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { readDefinitions } from './load.ts'

/** Reads all definitions again; they take effect after the commit. */
export async function reloadDefinitions(engine: Engine, tx: Tx): Promise<void> {
  const fresh = await readDefinitions(tx, engine.models, engine.builtIns)
  tx.afterCommit(() => engine.models.replaceAll(fresh))
}
