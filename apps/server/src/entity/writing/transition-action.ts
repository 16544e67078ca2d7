import { type EntityRecord, invalid, textOrNull } from '@tavla/contract'
import type { AskedTransition } from '../people/actor.ts'
import type { Action } from '../types.ts'
import { isObject } from './parse-body.ts'
import { readReason } from './reason.ts'
import { mergeInto } from './write.ts'

/**
 * `transition`: takes a record to another state, with a reason and the values that are asked for (reference:
 * transitions, Taking one).
 */
export const transitionAction: Action = {
  entity: ({ stateField }) => stateField !== undefined,
  name: 'transition',
  needs: 'write',
  kind: 'Update',
  async run(engine, ctx, record, data): Promise<{ entity: EntityRecord }> {
    const [entity, { id }] = [String(record._entity), record]
    const values = data.values ?? {}
    if (!isObject(values)) throw invalid('The value for {0} is not valid', ['values'])
    const asksFor: AskedTransition = {
      entity,
      id,
      ...goalOf(data),
      reason: readReason(data.reason),
      isForced: data.force === 1,
      values,
    }
    const body = { ...values, ...(data.modified !== undefined && { modified: data.modified }) }
    const { entity: saved } = await mergeInto(engine, { ...ctx, asksFor }, entity, id, body)
    return { entity: saved }
  },
}

/** @throws Problem 417 when neither the state nor the row is named */
function goalOf({ to, transition }: Record<string, unknown>): Pick<AskedTransition, 'to' | 'row'> {
  const [state, row] = [textOrNull(to), textOrNull(transition)]
  if (!state && !row) throw invalid('{0} is required', ['to'])
  return { ...(state && { to: state }), ...(row && { row }) }
}
