import type { EntityRecord, Right } from '@tavla/contract'
import { Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { lockedInRecord, type WholeRecord } from '../expressions/conditions.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import { recalculatedFields } from '../expressions/recalculated-fields.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { openTransitions } from './open-transitions.ts'

/**
 * Adds to a record that is read alone what its caller may do with it: `_rights`, in `_locked` the fields that a condition
 * closes, with a state field in `_transitions` the ways to other states, and in `_recalculating` the fields that a
 * recalculation has not come to (reference: http-api, Reading).
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
  const recalculating = recalculatingIn(engine, ctx, model, stored)
  if (recalculating.length > 0) record._recalculating = recalculating
  const standing = { mayWrite: rights.write === 1, locked }
  const transitions = await openTransitions(engine, ctx, model, stored, standing)
  if (transitions) record._transitions = transitions
  return record
}

/** The fields of a record, and of its rows, that are not sure yet, as far as the caller may read them. */
function recalculatingIn(engine: Engine, ctx: Context, model: Model, { row }: WholeRecord): string[] {
  const paths = recalculatedFields(engine).get(model.id)
  if (!paths) return []
  const rights = rightsOf(engine, ctx.actor, model)
  const own = row.owner === ctx.actor.user
  return [...paths].filter((path) => {
    const [first = '', column] = path.split('.')
    const field = model.byName.get(first)
    const ofRow = column === undefined ? undefined : engine.models.get(field?.rule.options ?? '')?.byName.get(column)
    return [field, ofRow].every((one) => !one || ctx.system || canReadField(rights, one, own))
  })
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
