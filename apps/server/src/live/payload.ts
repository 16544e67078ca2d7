import { badRequest, limits, type SocketAck } from '@tavla/contract'

export interface DocTarget {
  entity: string
  id: string
}

export type AcknowledgeCallback = (answer: SocketAck) => void

/** Splits the arguments of an event into its payload and its acknowledgement callback, if it has one. */
export function splitArguments(args: readonly unknown[]): {
  payload: readonly unknown[]
  acknowledge: AcknowledgeCallback
} {
  const last = args.at(-1)
  if (typeof last !== 'function') return { payload: args, acknowledge: () => {} }
  return { payload: args.slice(0, -1), acknowledge: (answer) => last(answer) }
}

/** Reads `{entity}` or the name itself (reference: live-events, Events from the client). @throws Problem 400 */
export function readList(payload: readonly unknown[]): string {
  const [first] = payload
  return readName(isObject(first) ? first.entity : first)
}

/** Reads the stamp since which a listener wants to know of changes; undefined when it sends none. @throws Problem 400 */
export function readSince(payload: readonly unknown[]): string | undefined {
  const [first] = payload
  return isObject(first) && first.since !== undefined ? readName(first.since) : undefined
}

/**
 * Reads `{entity, id}` or the two values one after the other (reference: live-events, Events from the client).
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
