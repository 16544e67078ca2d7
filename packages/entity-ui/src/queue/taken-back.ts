import type { QueuedChange } from '@tavla/client'

/** Ids of new records that were taken back in this tab before they reached the server. */
const takenBack = new Set<string>()

export function noteTakenBack({ kind, ids }: QueuedChange): void {
  if (kind === 'create') for (const id of ids) takenBack.add(id)
}

export function forgetTakenBack({ ids }: QueuedChange): void {
  for (const id of ids) takenBack.delete(id)
}

/** True for a record whose end a notice of this tab has told already. */
export const isTakenBack = (id: string): boolean => takenBack.has(id)
