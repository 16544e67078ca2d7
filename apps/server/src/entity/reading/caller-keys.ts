import type { EntityRecord, Right } from '@tavla/contract'
import { Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { lockedInRecord, type WholeRecord } from '../expressions/conditions.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'

/**
 * Adds to a record that is read alone what its caller may do with it: `_rights`, and in `_locked` the fields that a
 * condition closes (reference: http-api, Reading).
 */
export function addCallerKeys(
  engine: Engine,
  ctx: Context,
  model: Model,
  record: EntityRecord,
  stored: WholeRecord,
): EntityRecord {
  const flag = (right: Right) => (mayDo(engine, ctx, model, right, stored.row) ? 1 : 0)
  record._rights = { read: 1, write: flag('write'), delete: flag('delete') }
  const rules = rulesOf(engine, model)
  record._locked = rules ? [...lockedInRecord(engine, ctx, model, rules, stored)] : []
  return record
}

function mayDo(engine: Engine, ctx: Context, model: Model, right: Right, row: WholeRecord['row']): boolean {
  if (ctx.system) return true
  const scope = rightsOf(engine, ctx.actor, model)[right]
  if (scope === 'none' || (scope === 'own' && row.owner !== ctx.actor.user)) return false
  try {
    engine.behaviours.get(model.id)?.guard?.(right, ctx, row)
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
