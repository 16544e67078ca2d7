import type { Message } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { statesOf } from '../expressions/transitions.ts'
import type { TransitionDefinition } from '../model/definition.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { linesOf } from '../model/text-lines.ts'
import { type ConditionFaults, conditionFaults } from './condition-faults.ts'
import { type Fault, faultAt, faultOf } from './faults.ts'
import type { FieldChange } from './plan.ts'

/** Most fields that one transition asks for. */
const mostAsked = 6

/**
 * The reasons why the transitions of a definition, as it would be, cannot be followed (reference: transitions, Checks).
 * `usedBy` are fields that are gone though a transition names them.
 */
export function transitionFaults(
  engine: Engine,
  model: Model,
  before: Model | undefined,
  changes: readonly FieldChange[],
): ConditionFaults {
  const removed = new Set(changes.flatMap(({ kind, fieldname }) => (kind === 'remove' ? [fieldname] : [])))
  const isGone = (name: string) => removed.has(name) && !model.byName.has(name)
  const { expressions, usedBy } = conditionFaults(engine, model, changes, isGone)
  const { state_field: name, transitions = [] } = model.definition
  const labelOf = (gone: string) => ({ translate: before?.byName.get(gone)?.rule.label ?? gone })
  const used = (gone: string, by: string): Fault => ({
    ...faultOf(gone, { text: '{0} is used by {1}.', args: [labelOf(gone), { translate: by, context: model.id }] }),
    ...{ used_by: by, property: 'transitions', entity: model.id },
  })
  if (name && isGone(name)) usedBy.push(used(name, 'State Field'))
  else if (name) expressions.unshift(...stateFaults(model, name, transitions))
  for (const [index, row] of transitions.entries()) {
    for (const asked of linesOf(row.ask_fields)) {
      const fault = isGone(asked) ? undefined : askedFault(model, asked)
      if (isGone(asked)) usedBy.push(used(asked, row.title))
      else if (fault) expressions.push(faultAt('transitions', index, 'ask_fields', fault))
    }
    if (linesOf(row.ask_fields).length > mostAsked) {
      const message = { text: 'There are too many already (maximum {0}).', args: [mostAsked] }
      expressions.push(faultAt('transitions', index, 'ask_fields', message))
    }
  }
  return { expressions, usedBy }
}

/** States that no field knows, or a field that knows no states. */
function stateFaults(model: Model, name: string, rows: readonly TransitionDefinition[]): Fault[] {
  const field = model.stateField
  const states = field && statesOf(field)
  if (!field || !states || model.kind === 'Table' || field.isDerived) return [faultOf('state_field', notUsable(name))]
  const isUnknown = (state: string) => !states.has(state)
  const message = (state: string): Message => ({
    text: '{0} is not an option of {1}.',
    args: [state, { translate: field.rule.label, context: model.id }],
  })
  return rows.flatMap((row, index) => [
    ...linesOf(row.from_states)
      .filter(isUnknown)
      .map((state) => faultAt('transitions', index, 'from_states', message(state))),
    ...[row.to_state].filter(isUnknown).map((state) => faultAt('transitions', index, 'to_state', message(state))),
  ])
}

/** A window can ask for what a person may write. */
function askedFault(model: Model, name: string): Message | undefined {
  const field = model.byName.get(name)
  if (!field || field.system) return { text: 'Unknown name: {0}', args: [name] }
  const isAsked = field !== model.stateField && !field.readOnly && !['table', 'secret', 'flag'].includes(field.kind)
  return isAsked ? undefined : notUsable(name)
}

const notUsable = (value: string): Message => ({ text: '{0} cannot be used here.', args: [value] })

/** Warnings about parts of a definition that are allowed and hardly meant (reference: transitions, Checks). */
export function transitionWarnings(model: Model): Fault[] {
  const field: Field | undefined = model.stateField
  const states = field && statesOf(field)
  if (!field || !states) return []
  const { transitions = [] } = model.definition
  const label = { translate: field.rule.label, context: model.id }
  if (transitions.length === 0) {
    return [faultOf('state_field', { text: '{0} has no transitions yet: it cannot change.', args: [label] })]
  }
  const [first = ''] = states.keys()
  const reached = new Set([field.definition.default || first, ...transitions.map(({ to_state }) => to_state)])
  return [...states]
    .filter(([state]) => !reached.has(state))
    .map(([state, shown]) => ({
      ...faultOf('transitions', {
        text: 'State {0} can be reached by nothing.',
        args: [{ translate: shown, context: model.id }],
      }),
      state,
    }))
}
