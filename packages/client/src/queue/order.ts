import type { EntityRecord, UndoAnswer } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import { isUnanswered } from '../unanswered.ts'
import type { QueuedChange } from '../waiting.ts'

type Changes = readonly QueuedChange[]

/** Seconds from a failed attempt to the next one; the last of them repeats. */
const pauses = [1, 2, 5, 10, 30]

/** Milliseconds to wait after so many attempts in a row without an answer. */
export const pauseAfter = (failures: number): number =>
  (pauses[Math.min(Math.max(failures, 1), pauses.length) - 1] ?? 0) * 1000

/** The server remembers an operation for 24 hours; a later repeat could be applied twice. */
const sentWithin = 23 * 3_600_000

/** Milliseconds for which a clash or a refused change is kept, as drafts are. */
const keptFor = 14 * 86_400_000

/** True for a change that is too old to be sent. `now`: by the server's clock, in milliseconds. */
export const isTooOld = (change: QueuedChange, now: number): boolean => now - change.at > sentWithin

/** The meaning of an answer for its change: `unanswered` is repeated, `signed out` once the person is back. */
export type Answer =
  | { kind: 'sent'; records: readonly EntityRecord[] }
  | { kind: 'unanswered' }
  | { kind: 'signed out' }
  | { kind: 'clash'; theirs: EntityRecord; message: QueuedChange['message'] }
  | { kind: 'refused'; message: QueuedChange['message'] }
  | AnswerOfUndo
  /** No call was made: the person took the change back, here or in another tab. */
  | { kind: 'taken meanwhile' }

/** The outcome of taking a change back; `undone` is null where the server never wrote it. */
type AnswerOfUndo =
  | { kind: 'taken back'; undone: UndoAnswer | null }
  | { kind: 'not taken back'; message: QueuedChange['message'] }

/** Reads the failure of a change's call. */
export function failureOf(failure: unknown): Answer {
  const error = toApiError(failure)
  // A server that asks for patience has refused nothing.
  if (isUnanswered(error) || error.code === 429) return { kind: 'unanswered' }
  if (error.code === 401) return { kind: 'signed out' }
  const message = { text: error.message, isLocal: error.isLocal }
  const { theirs, clashes } = (error.body ?? {}) as { theirs?: EntityRecord; clashes?: unknown }
  const isClash = error.type === 'TimestampMismatchError' && theirs !== undefined && Array.isArray(clashes)
  return isClash ? { kind: 'clash', theirs, message } : { kind: 'refused', message }
}

/**
 * The change to send next: the first one, except that a clash holds the later changes of its record, and these those of
 * theirs.
 */
export function nextChange(changes: Changes): QueuedChange | undefined {
  const held = new Set<string>()
  for (const change of changes) {
    if (change.state === 'refused') continue
    const names = namesOf(change)
    if (change.state !== 'clash' && !names.some((name) => held.has(name))) return change
    for (const name of names) held.add(name)
  }
  return undefined
}

/** True if a new change must not be sent before those that wait. */
export const mustWait = (changes: Changes, change: QueuedChange): boolean => nextChange([...changes, change]) !== change

/** The changes after an answer to one of them, at the time `now` by the server's clock. */
export function afterAnswer(changes: Changes, operation: string, answer: Answer, now: number): Changes {
  const change = changes.find((one) => one.operation === operation)
  if (!change) return changes
  const { kind } = answer
  if (kind === 'taken back' || kind === 'not taken back') return changes.filter((one) => one !== change)
  // The person took it back while its call was under way.
  if (change.state === 'undoing') {
    const isUnwritten = kind === 'clash' || kind === 'refused'
    return isUnwritten ? changes.filter((one) => one !== change) : changes
  }
  const kept = { keptUntil: now + keptFor }
  if (kind === 'sent') return afterSending(changes, change, answer.records[0])
  if (kind === 'refused') return afterRefusal(changes, { ...change, ...kept }, answer.message)
  if (kind !== 'clash') return changes
  const { message, theirs } = answer
  return replaced(changes, { ...change, ...kept, state: 'clash', message, theirs })
}

/** The changes without those whose time to be kept is over. */
export const unexpired = (changes: Changes, now: number): Changes =>
  changes.filter(({ keptUntil }) => keptUntil === null || keptUntil === undefined || keptUntil >= now)

/** The changes with one in the place of another, such as after the decision of a clash. */
export const replacedBy = (changes: Changes, operation: string, change: QueuedChange): Changes =>
  changes.map((one) => (one.operation === operation ? change : one))

const namesOf = ({ entity, ids }: QueuedChange) => ids.map((id) => `${entity}\n${id}`)

const replaced = (changes: Changes, change: QueuedChange): Changes => replacedBy(changes, change.operation, change)

/** True for a change of the one record that the other change is about. */
export const isOfRecord = (one: QueuedChange, { entity, ids }: QueuedChange) =>
  one.kind !== 'bulk' && one.entity === entity && one.ids[0] === ids[0]

/** The server's id of a new record replaces the one that it had here, wherever later changes name it. */
function afterSending(changes: Changes, change: QueuedChange, record: EntityRecord | undefined): Changes {
  const others = changes.filter((one) => one !== change)
  const [own] = change.ids
  if (change.kind !== 'create' || !record || own === undefined || record.id === own) return others
  const path = encodeURIComponent(own)
  return others.map((one) => {
    const call = { ...one.call, path: one.call.path.replace(path, encodeURIComponent(record.id)) }
    return withId({ ...one, call }, own, record.id) as QueuedChange
  })
}

/** A new record that is refused takes its later values along, so that one draft has all of them. */
function afterRefusal(changes: Changes, change: QueuedChange, message: QueuedChange['message']): Changes {
  const refused: QueuedChange = { ...change, state: 'refused', message }
  if (change.kind !== 'create') return replaced(changes, refused)
  const later = changes.filter((one) => one.operation !== change.operation && isOfRecord(one, change))
  const others = changes.filter((one) => one.operation !== change.operation && !later.includes(one))
  if (later.some(({ kind }) => kind === 'delete')) return others
  const values = Object.assign({}, change.values, ...later.map((one) => one.values))
  const fields = Object.assign({}, change.fields, ...later.map((one) => one.fields))
  return replaced(changes, { ...refused, values, fields }).filter((one) => !later.includes(one))
}

/** A value with one id in place of another, at any depth. */
function withId(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((one) => withId(one, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withId(one, from, to)]))
}
