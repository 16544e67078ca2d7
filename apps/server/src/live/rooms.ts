import type { DocTarget } from './payload.ts'

/** One thing a socket listens to. */
export type Subscription = ListSubscription | RecordSubscription

/** `own`: of its own records alone; `veiled`: that something changed, and never which record. */
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
  /** Entities whose writes may take the record out of this listener's sight, when it was last looked at. */
  restsOn?: readonly string[]
}

/** True for a record that may go out of its listener's sight without a change of rights. */
export function isVeiledRecord(held: Subscription): held is RecordSubscription & { restsOn: readonly string[] } {
  return held.kind !== 'list' && held.restsOn !== undefined
}

// `/` can't stand in an entity's name nor `#` in either, so no two rooms share a name.
export const userRoom = (user: string) => `user:${user}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
export const listRoom = (entity: string) => `list:${entity}`
export const ownListRoom = (entity: string, user: string) => `list:${entity}#${user}`
export const veiledListRoom = (entity: string) => `veiled:${entity}`
export const ownVeiledListRoom = (entity: string, user: string) => `veiled:${entity}#${user}`
/** True for the rooms of all ways of listening to the entity's list. */
export const isListRoomOf = (entity: string, room: string) =>
  [listRoom(entity), veiledListRoom(entity)].some((one) => room === one || room.startsWith(`${one}#`))
export const docRoom = ({ entity, id }: DocTarget) => `doc:${entity}/${id}`
export const openRoom = ({ entity, id }: DocTarget) => `open:${entity}/${id}`
export const answerRoom = ({ entity, id }: DocTarget) => `answer:${entity}/${id}`

const recordRooms = { doc: docRoom, open: openRoom, answer: answerRoom }

/** What tells two subscriptions of one socket apart; all ways of listening to a list are the same subscription. */
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
