import type { ListUpdate } from '@tavla/contract'
import type { DocTarget } from './payload.ts'

/** A list or a record that a socket listens to. */
export type Subscription = ListSubscription | RecordSubscription

/** `own`: events of the user's own records only; `veiled`: events tell that something changed, but not which record. */
export interface ListSubscription {
  kind: 'list'
  entity: string
  own: boolean
  veiled: boolean
}

export interface RecordSubscription {
  kind: 'doc' | 'open' | 'answer'
  entity: string
  id: string
  /** Entities whose changes may make the record invisible to this listener, as of the last check. */
  dependsOn?: readonly string[]
}

/** True for a record that can become invisible to its listener without a change of permissions. */
export function isVeiledRecord(held: Subscription): held is RecordSubscription & { dependsOn: readonly string[] } {
  return held.kind !== 'list' && held.dependsOn !== undefined
}

// An entity's name contains no `/`, and neither an id nor a name contains `#`, so no two rooms share a name.
export const userRoom = (user: string) => `user:${user}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
export const listRoom = (entity: string) => `list:${entity}`
export const ownListRoom = (entity: string, user: string) => `list:${entity}#${user}`
export const veiledListRoom = (entity: string) => `veiled:${entity}`
export const ownVeiledListRoom = (entity: string, user: string) => `veiled:${entity}#${user}`
/** True for the rooms of all kinds of subscriptions to the entity's list. */
export const isListRoomOf = (entity: string, room: string) =>
  [listRoom(entity), veiledListRoom(entity)].some((one) => room === one || room.startsWith(`${one}#`))
export const docRoom = ({ entity, id }: DocTarget) => `doc:${entity}/${id}`
export const openRoom = ({ entity, id }: DocTarget) => `open:${entity}/${id}`
export const answerRoom = ({ entity, id }: DocTarget) => `answer:${entity}/${id}`

const recordRooms = { doc: docRoom, open: openRoom, answer: answerRoom }

/** Identifies a subscription of a socket; all kinds of subscriptions to a list share one key. */
export function keyOf(subscription: Subscription): string {
  if (subscription.kind === 'list') return listRoom(subscription.entity)
  return recordRooms[subscription.kind](subscription)
}

/** The socket.io room that carries a subscription's events. */
export function roomOf(subscription: Subscription, user: string): string {
  if (subscription.kind !== 'list') return keyOf(subscription)
  const { entity, own, veiled } = subscription
  if (veiled) return own ? ownVeiledListRoom(entity, user) : veiledListRoom(entity)
  return own ? ownListRoom(entity, user) : listRoom(entity)
}

/** Reports that something changed, without naming the record: a listener who may not see every record reads the list again. */
export const veiled = (entity: string): ListUpdate => ({
  ...{ entity, id: null, action: 'updated', new_id: null, modified: null, user: null },
})
