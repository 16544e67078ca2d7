import type { QueuedChange } from '../waiting.ts'
import { isOfRecord } from './order.ts'

type Changes = readonly QueuedChange[]
type Values = Readonly<Record<string, unknown>>

/**
 * The changes after one of them was taken back; a new record takes its later changes along. A change
 * that the server may have written stays in its place until it is undone there, under the operation id `undo`.
 */
export function takenBack(changes: Changes, operation: string, undo: string): Changes {
  const place = changes.findIndex((one) => one.operation === operation)
  const change = changes[place]
  if (!change || change.state === 'undoing') return changes
  const mayBeWritten = change.state === 'waiting' && change.isTried
  const left = mayBeWritten ? [{ ...change, state: 'undoing' as const, undo }] : []
  const later = changes.slice(place + 1).flatMap((one) => {
    if (!isOfRecord(one, change)) return [one]
    return change.kind === 'create' ? [] : [standingBefore(one, change)]
  })
  return [...changes.slice(0, place), ...left, ...later]
}

/** A later change of the record: where it stands on values that were taken back, it now stands on those before. */
function standingBefore(later: QueuedChange, { base, call, values }: QueuedChange): QueuedChange {
  const former: Values = { ...base, ...(call.body._base as Values | undefined) }
  // Rows are merged one by one, whatever they stand on.
  const isTaken = (name: string, value: unknown) => typeof value !== 'object' && values[name] === value
  const before = <T extends Values>(stood: T): T => {
    const taken = Object.keys(stood).filter((name) => name in former && isTaken(name, stood[name]))
    return { ...stood, ...Object.fromEntries(taken.map((name) => [name, former[name]])) }
  }
  const { _base: stood } = later.call.body as { _base?: Values }
  const body = stood ? { ...later.call.body, _base: before(stood) } : later.call.body
  return { ...later, base: later.base && before(later.base), call: { ...later.call, body } }
}
