import { type Message, type MessageArg, notPossibleNow, Problem, refused } from '@tavla/contract'
import { type Expression, replaceNames, type Values } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { mayReadDefinition } from '../people/definitions.ts'
import { contextOf } from './conditions.ts'
import { noteFailure } from './failures.ts'
import type { Transition, Transitions } from './transitions.ts'

/** The refusal of a write by the rules of its record's states (reference: transitions, Refusals). */
export class TransitionRefusal extends Problem {
  /** The state field. */
  readonly fieldname: string

  constructor(fieldname: string, { status, type, title, detail, errors }: Problem) {
    super(status, type, title, detail, { errors })
    this.fieldname = fieldname
  }
}

/** A record on its way from one state to another. */
export interface Move {
  engine: Engine
  ctx: Context
  model: Model
  transitions: Transitions
  /** The record as it was, and as it will be. */
  old: Values
  values: Values
}

/** No row leads from the one state to the other. */
export function noWay({ model, transitions }: Pick<Move, 'model' | 'transitions'>, from: string, to: string): Problem {
  const states = [from, to].map((state) => stateArg(model, transitions, state))
  const label = { translate: transitions.field.rule.label, context: model.id }
  return refusal(transitions, notPossibleNow({ text: '{0} cannot go from {1} to {2}.', args: [label, ...states] }))
}

export const refusal = ({ field }: Transitions, problem: Problem): TransitionRefusal =>
  new TransitionRefusal(field.name, problem)

/** The refusal of someone who holds none of the transition's roles. */
export function refusalByRoles(ctx: Context, transitions: Transitions, { roles }: Transition): Problem | undefined {
  const isHeld = (role: string) => ctx.actor.roles.has(role) || (role === manager && mayForce(ctx))
  return roles.length === 0 || roles.some(isHeld) ? undefined : refusal(transitions, onlyFor(roles))
}

const manager = 'System Manager'

/** True for people who may force a state with a reason. The rules bind Administrator as they bind these people. */
export const mayForce = ({ actor }: Context): boolean => actor.all || actor.roles.has(manager)

/** The refusal of a forced state to everybody else. */
export const notForced = (transitions: Transitions): Problem => refusal(transitions, onlyFor([manager]))

const onlyFor = (roles: readonly string[]): Problem =>
  refused({ text: 'Only for {0}.', args: [roles.map((role) => ({ translate: role }))] })

/** The refusal by the transition's condition. */
export async function refusalByCondition(move: Move, row: Transition): Promise<Problem | undefined> {
  if (!row.condition || isTrue(move, row, row.condition)) return undefined
  return refusal(move.transitions, notPossibleNow(await notNow(move, row, row.condition)))
}

/** A condition that fails keeps the transition closed. */
function isTrue(
  { engine, ctx, model, transitions, values, old }: Move,
  row: Transition,
  condition: Expression,
): boolean {
  const outcome = condition.run({ values, old, context: contextOf({ engine, ctx, isNew: false }) })
  if ('value' in outcome) return outcome.value === true
  noteFailure(engine, model, transitions.field, `condition of ${row.title}`, outcome.failed)
  return false
}

async function notNow({ engine, ctx, model }: Move, row: Transition, condition: Expression): Promise<Message> {
  const title = { translate: row.title, context: model.id }
  const why = row.elseText
    ? { translate: row.elseText, context: model.id }
    : mayReadDefinition(engine, ctx, model) && (await inWords(engine, ctx, model, condition))
  if (why) return { text: '{0} is not possible now: {1}', args: [title, why] }
  return { text: '{0} is not possible now.', args: [title] }
}

/** The condition with labels in the place of names. */
async function inWords(engine: Engine, ctx: Context, model: Model, condition: Expression): Promise<string> {
  const words = new Map<string, string>()
  for (const { path } of condition.uses) {
    const field = fieldAt(engine, model, path)
    const arg = field && { translate: field.label, context: field.entity }
    if (arg) words.set(path, await engine.say({ text: '{0}', args: [arg] }, ctx.language))
  }
  return replaceNames(condition, (path) => words.get(path))
}

function fieldAt(engine: Engine, model: Model, path: string): { label: string; entity: string } | undefined {
  const parts = path.split('.')
  if (parts[0] === 'ctx') return undefined
  const [first = '', second] = parts[0] === 'old' ? parts.slice(1) : parts
  const table = model.byName.get(first)
  const owner = second === undefined ? model : engine.models.get(table?.rule.options ?? '')
  const label = owner?.byName.get(second ?? first)?.rule.label
  return owner && label !== undefined ? { label, entity: owner.id } : undefined
}

/** A state as people read it. */
export function stateArg(model: Model, { states }: Transitions, state: string): MessageArg {
  return state === '' ? '–' : { translate: states.get(state) ?? state, context: model.id }
}
