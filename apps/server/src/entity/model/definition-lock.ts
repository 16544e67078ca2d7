import { SchemaChanged } from '../../store/errors.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from './model.ts'

/**
 * Runs work on definitions exclusively, and makes later writes wait until its models are in use. The database admits
 * the next write at the commit, a moment before this process learns of the commit.
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

/** Runs a write on records under the definition that is current while it runs, not the one at the call's arrival. */
export const writeRecords = <T>(engine: Engine, entity: string, change: ModelChange<T>): Promise<T> =>
  runWrite(engine, entity, change, false)

/** `writeRecords` for a change of many of them, for whose end no write waits that came before it. */
export const writeManyRecords = <T>(engine: Engine, entity: string, change: ModelChange<T>): Promise<T> =>
  runWrite(engine, entity, change, true)

/** The same for the entity whose records a table holds, whatever it is called by then; none when it was deleted. */
export const writeTable = <T>(
  engine: Engine,
  table: string,
  change: (tx: Tx, model: Model | undefined) => Promise<T>,
): Promise<T> =>
  engine.store.write(async (tx) => {
    if (engine.settling) await engine.settling
    return change(tx, engine.models.byTable(table))
  })

type ModelChange<T> = (tx: Tx, model: Model) => Promise<T>

function runWrite<T>(engine: Engine, entity: string, change: ModelChange<T>, isLong: boolean): Promise<T> {
  const run = async (tx: Tx) => {
    if (engine.settling) await engine.settling
    return change(tx, engine.models.require(entity))
  }
  return entity === 'Entity' ? writeDefinitions(engine, run) : engine.store.write(run, isLong)
}

/**
 * Reads under the current definitions, without a lock. A read that meets a missing table or column began under older
 * definitions, or between a commit of new ones and its announcement in this process; it is retried.
 */
export function readRecords<T>(engine: Engine, read: () => Promise<T>): Promise<T> {
  const { generation } = engine.models
  // No `await`: the server's hottest read passes here.
  return read().catch(async (thrown) => {
    if (!(thrown instanceof SchemaChanged)) throw thrown
    await engine.settling
    if (engine.models.generation === generation) throw thrown
    return readRecords(engine, read)
  })
}
