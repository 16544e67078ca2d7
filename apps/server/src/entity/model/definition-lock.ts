import { SchemaChanged } from '../../store/errors.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from './model.ts'

/**
 * Runs work on definitions: alone, and before any later write begins its models are those of the new definitions. The
 * database lets the next write in at the commit, which is a moment before this process hears of it.
 */
export async function writeDefinitions<T>(engine: Engine, change: (tx: Tx) => Promise<T>): Promise<T> {
  let settle = () => {}
  let mine: Promise<void> | undefined
  const finish = () => {
    if (engine.settling === mine) engine.settling = undefined
    settle()
  }
  try {
    return await engine.store.writeAlone(async (tx) => {
      finish()
      await engine.settling
      const value = await change(tx)
      mine = new Promise((resolve) => {
        settle = resolve
      })
      engine.settling = mine
      return value
    })
  } finally {
    finish()
  }
}

/** Runs a write on records, under the definition that holds while it runs, whatever it was when the call came in. */
export function writeRecords<T>(
  engine: Engine,
  entity: string,
  change: (tx: Tx, model: Model) => Promise<T>,
): Promise<T> {
  const run = async (tx: Tx) => {
    if (engine.settling) await engine.settling
    return change(tx, engine.models.require(entity))
  }
  return entity === 'Entity' ? writeDefinitions(engine, run) : engine.store.write(run)
}

/**
 * Reads under the definitions that hold, without a lock. A read that meets a table or a column that is gone began under
 * definitions that have changed since, or at the moment between their commit and the news of it here: it is made anew.
 */
export function readRecords<T>(engine: Engine, read: () => Promise<T>): Promise<T> {
  const { generation } = engine.models
  // No `await`: the hottest read of the server goes through here.
  return read().catch(async (thrown) => {
    if (!(thrown instanceof SchemaChanged)) throw thrown
    await engine.settling
    if (engine.models.generation === generation) throw thrown
    return readRecords(engine, read)
  })
}
