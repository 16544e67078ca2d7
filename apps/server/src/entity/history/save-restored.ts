import { type EntityRecord, type FieldProblem, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { TransitionRefusal } from '../expressions/transition-refusals.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { couldNotFind } from '../writing/check-links.ts'
import { updateRecord } from '../writing/write.ts'
import type { Kept, RestorePlan } from './restore-plan.ts'
import type { PastState } from './state.ts'

type Rows = Record<string, unknown>[]

/**
 * Saves what the plan brings back as an ordinary update. A value that the update refuses keeps what it is and joins
 * `plan.kept`. `options` are further keys of the body.
 * @throws Problem as an update, for reasons that lie elsewhere
 */
export async function saveRestored(
  engine: Engine,
  ctx: Context,
  model: Model,
  state: PastState,
  plan: RestorePlan,
  options: Readonly<Record<string, unknown>>,
): Promise<EntityRecord> {
  const id = String(state.now.row.id)
  const modified = engine.clock.toWall(String(state.now.row.modified))
  for (;;) {
    try {
      const body = { modified, ...options, ...plan.body }
      return await updateRecord(engine, { ...ctx, restores: true }, model.id, id, body)
    } catch (error) {
      if (error instanceof TransitionRefusal && error.fieldname in plan.body) {
        keepState(plan, error)
        continue
      }
      if (!(error instanceof Problem) || error.status !== 417 || error.type === 'DataLossError') throw error
      const refusals = error.errors ?? []
      if (refusals.length === 0 || !refusals.every(({ fieldname }) => fieldname in plan.body)) throw error
      for (const refusal of refusals) leaveOut(model, state, plan, refusal)
      for (const { name } of model.tables) {
        const rows = plan.body[name] as Rows | undefined
        if (rows) plan.body[name] = rows.filter((row) => row !== leftOut)
      }
    }
  }
}

/** The record stays in its state: no open transition leads back. */
function keepState(plan: RestorePlan, { fieldname, detail: message }: TransitionRefusal): void {
  delete plan.body[fieldname]
  plan.kept.push({ fieldname, row: null, row_field: null, reason: 'invalid', message })
}

/** Takes the place of a row in the body until its other refusals have been read, which name rows by their number. */
const leftOut = {}

/** Takes the refused value out of the body; when that doesn't help, its whole row, and at last the whole table. */
function leaveOut(model: Model, state: PastState, plan: RestorePlan, refusal: FieldProblem): void {
  const { fieldname, message } = refusal
  const reason = message.text === couldNotFind('', '').text ? 'gone' : 'invalid'
  const kept: Kept = { fieldname, row: null, row_field: null, reason, message }
  const rows = model.byName.get(fieldname)?.kind === 'table' ? (plan.body[fieldname] as Rows | undefined) : undefined
  const at = Number(refusal.row) - 1
  const row = rows?.[at]
  if (row === leftOut) return
  const name = String(refusal.row_fieldname)
  const isNow = state.now.tables[fieldname]?.some(({ id }) => id === row?.id)
  if (rows && row && name in row) {
    delete row[name]
    plan.kept.push({ ...kept, row: String(row.id), row_field: name })
  } else if (rows && row && !isNow) rows[at] = leftOut
  else if (rows && row && Object.keys(row).length > 1) rows[at] = { id: row.id }
  else if (fieldname in plan.body) {
    delete plan.body[fieldname]
    plan.kept.push(kept)
  }
}
