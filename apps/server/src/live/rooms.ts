import type { DocTarget } from './payload.ts'

/** One thing a socket listens to. `own` is set when the listener may hear of its own records alone. */
export type Subscription =
  | { kind: 'list'; entity: string; own: boolean }
  | { kind: 'doc'; entity: string; id: string }
  | { kind: 'open'; entity: string; id: string }
  | { kind: 'answer'; entity: string; id: string }

// `/` can't stand in an entity's name nor `#` in either, so no two rooms share a name.
export const userRoom = (user: string) => `user:${user}`
export const sessionRoom = (sessionId: string) => `session:${sessionId}`
export const listRoom = (entity: string) => `list:${entity}`
export const ownListRoom = (entity: string, user: string) => `list:${entity}#${user}`
export const docRoom = ({ entity, id }: DocTarget) => `doc:${entity}/${id}`
export const openRoom = ({ entity, id }: DocTarget) => `open:${entity}/${id}`
export const answerRoom = ({ entity, id }: DocTarget) => `answer:${entity}/${id}`

const recordRooms = { doc: docRoom, open: openRoom, answer: answerRoom }

/** What tells two subscriptions of one socket apart; own and full listening to a list are the same subscription. */
export function keyOf(subscription: Subscription): string {
  if (subscription.kind === 'list') return listRoom(subscription.entity)
  return recordRooms[subscription.kind](subscription)
}

/** The socket.io room that carries a subscription's events. */
export function roomOf(subscription: Subscription, user: string): string {
  if (subscription.kind === 'list' && subscription.own) return ownListRoom(subscription.entity, user)
  return keyOf(subscription)
}
