import type { EntityRecord, Right } from '@tavla/contract'
import { Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { lockedInRecord, type WholeRecord } from '../expressions/conditions.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { openTransitions } from './open-transitions.ts'

/**
 * Adds to a record that is read alone what its caller may do with it: `_rights`, in `_locked` the fields that a condition
 * closes, and with a state field in `_transitions` the ways to other states (reference: http-api, Reading).
 */
export async function addCallerKeys(
  engine: Engine,
  ctx: Context,
  model: Model,
  record: EntityRecord,
  stored: WholeRecord,
): Promise<EntityRecord> {
  const flag = (right: Right) => (mayDo(engine, ctx, model, right, stored.row) ? 1 : 0)
  const rights = { read: 1, write: flag('write'), delete: flag('delete') }
  const rules = rulesOf(engine, model)
  const locked = rules ? [...lockedInRecord(engine, ctx, model, rules, stored)] : []
  Object.assign(record, { _rights: rights, _locked: locked })
  const standing = { mayWrite: rights.write === 1, locked }
  const transitions = await openTransitions(engine, ctx, model, stored, standing)
  if (transitions) record._transitions = transitions
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
