import { lastChangeOf, type QueuedChange, queuedChanges } from '@tavla/client'
import { useSyncExternalStore } from 'react'

/** The last change of a record that has not reached the server (reference: screens, Changes that wait). */
export function useLastChange(entity: string, id: string): QueuedChange | undefined {
  const read = () => lastChangeOf(entity, id)
  return useSyncExternalStore(queuedChanges.subscribe, read, read)
}

/** The words about a record with such a change, in English; a refused one is a draft. */
export const stateTexts: Readonly<Record<QueuedChange['state'], string>> = {
  waiting: 'Waiting to be sent',
  undoing: 'Waiting to be taken back',
  clash: 'Both of you changed this',
  refused: 'Unsaved changes',
}
