import { badRequest, limits, type SocketAck } from '@tavla/contract'

export interface DocTarget {
  entity: string
  id: string
}

export type Acknowledge = (answer: SocketAck) => void

/** Splits what a client sent into its payload and, when it asked for one, the acknowledgement callback. */
export function splitArguments(args: readonly unknown[]): { payload: readonly unknown[]; acknowledge: Acknowledge } {
  const last = args.at(-1)
  if (typeof last !== 'function') return { payload: args, acknowledge: () => {} }
  return { payload: args.slice(0, -1), acknowledge: (answer) => last(answer) }
}

/** `{entity}` or the name itself (reference: live-events, Events from the client). @throws Problem 400 */
export function readList(payload: readonly unknown[]): string {
  const [first] = payload
  return readName(isObject(first) ? first.entity : first)
}

/** The moment after which a listener wants to hear of changes; undefined where none is named. @throws Problem 400 */
export function readSince(payload: readonly unknown[]): string | undefined {
  const [first] = payload
  return isObject(first) && first.since !== undefined ? readName(first.since) : undefined
}

/**
 * `{entity, id}` or the two values one after the other (reference: live-events, Events from the client).
 * @throws Problem 400
 */
export function readDoc(payload: readonly unknown[]): DocTarget {
  const [first, second] = payload
  if (isObject(first)) return { entity: readName(first.entity), id: readName(first.id) }
  return { entity: readName(first), id: readName(second) }
}

function readName(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > limits.dataLength) throw badRequest()
  return value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
