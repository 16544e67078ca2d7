import { compileExpression, type Expression, type Names } from '@tavla/expressions'
import { readSelectOptions } from '@tavla/fields/server'
import type { Engine } from '../engine.ts'
import type { TransitionDefinition } from '../model/definition.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { linesOf } from '../model/text-lines.ts'
import { KnownNames, type ModelLookup } from './known-names.ts'

/** A way from one state to another, ready to be asked (docs/reference/transitions.md). */
export interface Transition {
  id: string
  title: string
  /** Empty: it begins in any state. */
  from: readonly string[]
  to: string
  /** Empty: everyone who may write the record. */
  roles: readonly string[]
  condition: Expression | undefined
  elseText: string | undefined
  needsReason: boolean
  askFields: readonly Field[]
  isPrimary: boolean
}

/** The states of an entity's records, and the ways between them. */
export interface Transitions {
  field: Field
  /** Their labels by their values. */
  states: ReadonlyMap<string, string>
  /** The state of a new record. */
  start: string | null
  rows: readonly Transition[]
}

const compiled = new WeakMap<Model, { engine: Engine; generation: number; transitions: Transitions | undefined }>()

/** The transitions of an entity; undefined without a state field. Rows' entities can change without this one. */
export function transitionsOf(engine: Engine, model: Model): Transitions | undefined {
  if (!model.stateField) return undefined
  const { generation } = engine.models
  const known = compiled.get(model)
  if (known?.generation === generation && known.engine === engine) return known.transitions
  const transitions = compileTransitions(model, (entity) => engine.models.get(entity))
  compiled.set(model, { engine, generation, transitions })
  return transitions
}

/** The rows that lead from one state to another one. */
export const transitionsFrom = ({ rows }: Transitions, state: string): Transition[] =>
  rows.filter(({ from, to }) => to !== state && (from.length === 0 || from.includes(state)))

function compileTransitions(model: Model, lookup: ModelLookup): Transitions | undefined {
  const field = model.stateField
  const states = field && statesOf(field)
  if (!field || !states) return undefined
  const { default: text } = field.definition
  const names = conditionNames(model, lookup)
  const rows = (model.definition.transitions ?? []).map((row, index) => compileRow(model, names, row, index))
  const [first = null] = states.keys()
  return { field, states, start: text || first, rows }
}

/** The states that a field knows, with their labels; undefined when it is no choice of values. */
export function statesOf({ type, kind, rule }: Field): ReadonlyMap<string, string> | undefined {
  if (!type.needsOptions || type.links !== undefined || kind !== 'text') return undefined
  return new Map(readSelectOptions(rule.options).map(({ value, label }) => [value, label]))
}

/** The names of the conditions of transitions: those of the state field's level, of the former record and the context. */
export function conditionNames(model: Model, lookup: ModelLookup): Names {
  const names = new KnownNames(lookup).of(model, model.stateField?.permlevel ?? 0, true)
  return { ...names, hasOld: true }
}

function compileRow(model: Model, names: Names, row: TransitionDefinition, index: number): Transition {
  return {
    id: row.id ?? String(index + 1),
    title: row.title,
    from: linesOf(row.from_states),
    to: row.to_state,
    roles: linesOf(row.roles),
    condition: compileCondition(names, row.condition),
    elseText: row.else_text?.trim() || undefined,
    needsReason: row.needs_reason === 1,
    askFields: linesOf(row.ask_fields).flatMap((name) => model.byName.get(name) ?? []),
    isPrimary: row.is_primary === 1,
  }
}

/** A definition is checked before it is saved; what another version of the program refuses now lets nobody through. */
function compileCondition(names: Names, text: string | undefined): Expression | undefined {
  if (!text?.trim()) return undefined
  try {
    return compileExpression(text, names, 'bool')
  } catch (error) {
    return { text, uses: [], run: () => ({ failed: String(error) }) }
  }
}
