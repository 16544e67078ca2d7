import { invalid, notFound, Problem, refused, type TakenTransition } from '@tavla/contract'
import { valuesOf } from '../expressions/conditions.ts'
import {
  type Move,
  mayForce,
  notForced,
  noWay,
  refusal,
  refusalByCondition,
  refusalByRoles,
} from '../expressions/transition-refusals.ts'
import { type Transition, type Transitions, transitionsFrom, transitionsOf } from '../expressions/transitions.ts'
import type { AskedTransition } from '../people/actor.ts'
import { canWriteField, rightsOf } from '../people/permissions.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { Problems } from './problems.ts'
import { readReason, reasonKey } from './reason.ts'
import type { RecordBefore } from './start-write.ts'
import type { WriteState } from './writing.ts'

const textOf = (value: StoredRow[string] | undefined): string => (value == null ? '' : String(value))

/** The transition that this call asks of this record, and of no other that is written along. */
function askedOf({ ctx, model }: WriteState, id: string): AskedTransition | undefined {
  const { asksFor } = ctx
  return asksFor?.entity === model.id && asksFor.id === id ? asksFor : undefined
}

/**
 * Puts the state and the values of an asked transition into the body, before a merge: the one who comes second is told
 * the state that the first one left.
 * @throws Problem 403, 404, 409, 417
 */
export function openTransition(writing: WriteState, before: RecordBefore): void {
  const { engine, ctx, model, own, locked } = writing
  const asked = askedOf(writing, String(before.row.id))
  const transitions = asked && transitionsOf(engine, model)
  if (!asked || !transitions) return
  const { field } = transitions
  if (!canWriteField(rightsOf(engine, ctx.actor, model), field, own) || locked.has(field.name)) {
    throw refusal(transitions, refused())
  }
  const from = textOf(before.row[field.name])
  const to = asked.to ?? rowOf(transitions, asked).to
  const rows = rowsTo(transitions, asked, from, to)
  if (asked.isForced && !mayForce(ctx)) throw notForced(transitions)
  if (from === to || (rows.length === 0 && !asked.isForced)) throw noWay({ model, transitions }, from, to)
  const known = new Set(rows.flatMap(({ askFields }) => askFields.map(({ name }) => name)))
  const other = Object.keys(asked.values).find((name) => !known.has(name))
  if (other !== undefined) throw invalid('{0} cannot be used here.', [other.slice(0, 140)])
  writing.sent = { ...writing.sent, [field.name]: to }
}

function rowOf({ rows }: Transitions, { row: id }: AskedTransition): Transition {
  const row = rows.find((one) => one.id === id)
  if (row) return row
  throw notFound({
    text: '{0} {1} was not found.',
    args: [{ translate: 'Entity Transition' }, String(id).slice(0, 140)],
  })
}

/** The rows that lead there, or the asked one of them. */
function rowsTo(transitions: Transitions, asked: AskedTransition | undefined, from: string, to: string): Transition[] {
  const only = asked?.row === undefined ? undefined : rowOf(transitions, asked)
  return transitionsFrom(transitions, from).filter((row) => row.to === to && (!only || row === only))
}

/**
 * Holds a write to the transitions of its entity, whatever its door (reference: transitions, Rules). The server's own
 * work is free. Resolves to what the Version keeps of it.
 * @throws Problem 403, 409, 417
 */
export async function followTransitions(
  writing: WriteState,
  row: Readonly<StoredRow>,
  tables: Readonly<StoredTables>,
  before: RecordBefore,
): Promise<TakenTransition | undefined> {
  const { engine, ctx, model } = writing
  const transitions = transitionsOf(engine, model)
  if (!transitions || ctx.system) return undefined
  const [from, to] = [before.row, row].map((one) => textOf(one[transitions.field.name])) as [string, string]
  if (from === to) return undefined
  const asked = askedOf(writing, String(before.row.id))
  const reason = asked ? asked.reason : readReason(writing.sent[reasonKey])
  const rows = rowsTo(transitions, asked, from, to)
  if (asked?.isForced) return force(transitions, rows, to, reason)
  const move: Move = { engine, ctx, model, transitions, old: valuesOf(before), values: valuesOf({ row, tables }) }
  let last: Problem = noWay(move, from, to)
  for (const one of rows) {
    const problem = await refusalOf(writing, move, one, row, reason)
    if (!problem) return { title: one.title, reason, forced: 0 }
    last = problem
  }
  throw last
}

function force(transitions: Transitions, [row]: readonly Transition[], to: string, reason: string | null) {
  if (reason === null) throw needsReason(transitions)
  return { title: row?.title ?? transitions.states.get(to) ?? to, reason, forced: 1 } as const
}

async function refusalOf(
  writing: WriteState,
  move: Move,
  one: Transition,
  row: Readonly<StoredRow>,
  reason: string | null,
): Promise<Problem | undefined> {
  const { ctx, transitions } = move
  const closed = refusalByRoles(ctx, transitions, one)
  if (closed) return closed
  if (one.needsReason && reason === null) return needsReason(transitions)
  return missingOf(writing, transitions, one, row) ?? (await refusalByCondition(move, one))
}

function needsReason(transitions: Transitions): Problem {
  const message = { text: 'A reason is needed.' }
  const errors = [{ fieldname: transitions.field.name, message }]
  return refusal(transitions, new Problem(417, 'ValidationError', 'Invalid Value', message, { errors }))
}

/** The asked fields that are blank, and that this person could fill. */
function missingOf(
  { engine, ctx, model, own, locked }: WriteState,
  transitions: Transitions,
  { askFields }: Transition,
  row: Readonly<StoredRow>,
): Problem | undefined {
  const rights = rightsOf(engine, ctx.actor, model)
  const problems = new Problems()
  for (const field of askFields) {
    const isClosed = field.readOnly || locked.has(field.name) || !canWriteField(rights, field, own)
    if (!isClosed && row[field.name] == null) problems.missing(field)
  }
  const problem = problems.found()
  return problem && refusal(transitions, problem)
}

/**
 * Gives a new record its first state; another one is for those who may force it, and for imports.
 * @throws Problem 409
 */
export function startState(writing: WriteState, row: StoredRow): void {
  const { engine, ctx, model } = writing
  const transitions = transitionsOf(engine, model)
  if (!transitions) return
  const { field, start } = transitions
  row[field.name] ??= start
  const state = textOf(row[field.name])
  if (state === textOf(start) || ctx.system || ctx.imports || mayForce(ctx)) return
  throw noWay({ model, transitions }, textOf(start), state)
}
