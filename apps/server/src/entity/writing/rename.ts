import { invalid } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { openEntity, requireOwnership } from '../reading/read.ts'
import { lockVisible } from './lock-visible.ts'
import { moveRecord } from './move.ts'
import { checkedId } from './naming.ts'

/** A checked request to rename a record. `run` performs it in a transaction, under the model that is then current. */
export interface PreparedRename {
  model: Model
  to: string
  run: (tx: Tx, now: Model) => Promise<void>
}

/**
 * Prepares a rename; `run` also updates everything that refers to the record (reference: http-api, Renaming).
 * @throws Problem 403, 404, 417; `run` also 409
 */
export function prepareRename(
  engine: Engine,
  ctx: Context,
  entity: string,
  oldName: unknown,
  newName: unknown,
): PreparedRename {
  const model = openEntity(engine, ctx, entity, 'write')
  const from = differentNames(oldName, newName)
  if (model.definition.allow_rename !== 1) throw invalid('{0} cannot be renamed', [{ translate: model.id }])
  const to = checkedId(engine, model, newName)
  const run = async (tx: Tx, now: Model) => {
    const row = await lockVisible(engine, ctx, tx, now, from)
    engine.behaviours.get(now.id)?.guard?.('write', ctx, row)
    requireOwnership(engine, ctx, now, 'write', row)
    await moveRecord(engine, ctx, tx, now, row, to)
  }
  return { model, to, run }
}

/** The old name, trimmed. @throws Problem 417 when one is missing or both are the same */
export function differentNames(oldName: unknown, newName: unknown): string {
  const [from, to] = [oldName, newName].map((name) => (typeof name === 'string' ? name.trim() : ''))
  if (!from || !to || from === to) throw invalid('Choose a different name')
  return from
}
