import { notPermitted, type OpenTransition, type Problem, refused } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { valuesOf, type WholeRecord } from '../expressions/conditions.ts'
import { type Move, refusalByCondition, refusalByRoles } from '../expressions/transition-refusals.ts'
import { type Transition, transitionsFrom, transitionsOf } from '../expressions/transitions.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, canWriteField, rightsOf } from '../people/permissions.ts'

/** The caller's right to write the record, and the fields that are locked in it. */
interface Standing {
  mayWrite: boolean
  locked: readonly string[]
}

/**
 * The transitions from the record's present state, each with the sentence by which this caller would be refused; undefined
 * without a state field that they may read (reference: transitions, Of a record).
 */
export async function openTransitions(
  engine: Engine,
  ctx: Context,
  model: Model,
  stored: WholeRecord,
  { mayWrite, locked }: Standing,
): Promise<OpenTransition[] | undefined> {
  const transitions = transitionsOf(engine, model)
  if (!transitions) return undefined
  const { field } = transitions
  const [rights, own] = [rightsOf(engine, ctx.actor, model), stored.row.owner === ctx.actor.user]
  if (!ctx.system && !canReadField(rights, field, own)) return undefined
  const mayChange = ctx.system || (canWriteField(rights, field, own) && !locked.includes(field.name))
  const closed = !mayWrite ? notPermitted('write', model.id) : mayChange ? undefined : refused()
  const old = valuesOf(stored)
  const colors = new Map(model.definition.states?.map(({ title, color }) => [title, color]))
  const rows = transitionsFrom(transitions, String(stored.row[field.name] ?? ''))
  return Promise.all(
    rows.map(async (row) => {
      const values = { ...old, [field.name]: row.to }
      const problem = closed ?? (await refusalOf({ engine, ctx, model, transitions, old, values }, row))
      return {
        id: row.id,
        title: row.title,
        to: row.to,
        color: colors.get(row.to) ?? 'Gray',
        is_primary: row.isPrimary ? 1 : 0,
        allowed: problem ? 0 : 1,
        why: problem ? await engine.say(problem.detail, ctx.language, model.id) : null,
        needs_reason: row.needsReason ? 1 : 0,
        ask_fields: row.askFields.map(({ name }) => name),
      }
    }),
  )
}

async function refusalOf(move: Move, row: Transition): Promise<Problem | undefined> {
  const closed = refusalByRoles(move.ctx, move.transitions, row)
  if (closed) return closed
  // A condition about a field that is still blank and asked for is decided by what is filled in.
  const blank = new Set(row.askFields.filter(({ name }) => move.values[name] == null).map(({ name }) => name))
  const isUndecided = row.condition?.uses.some(({ path }) => blank.has(path))
  return isUndecided ? undefined : refusalByCondition(move, row)
}
