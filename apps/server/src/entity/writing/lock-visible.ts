import { notPermitted } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { findVisible } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'

/** The row under the write lock, if this user may see it. @throws Problem 403, 404 */
export async function lockVisible(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  right: 'write' | 'delete' = 'write',
): Promise<StoredRow & { rid: number }> {
  const row = await engine.rows(model).byIdLocked(tx, id)
  if (row && (ctx.system || ctx.actor.all)) return row
  const rights = rightsOf(engine, ctx.actor, model)
  if (rights.read === 'none') {
    if (row) return row
    if (rights[right] === 'own' && !ctx.system) throw notPermitted(right, model.id)
  }
  return findVisible(engine, ctx, model, id, tx)
}
