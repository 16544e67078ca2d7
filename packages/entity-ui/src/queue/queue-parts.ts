import { createObservable, type QueuedChange, queuedChanges } from '@tavla/client'
import { type ComponentType, useSyncExternalStore } from 'react'

/** The parts of the screen that show changes which wait. They come with the queue itself, so that they need no network. */
export interface QueueParts {
  /** For the top bar. */
  Button: ComponentType
  /** For the foot of a record. */
  Bar: ComponentType<{ change: QueuedChange }>
  /** The windows; an app renders it once. */
  Layer: ComponentType
  /** Says that a change waits, and offers to take it back. */
  tell: (change: QueuedChange) => void
  /** Takes this tab's last change back if it waits and nothing was written since; false if there is none. */
  undo: () => boolean
  /** Makes the change again that was taken back last; false if there is none. */
  redo: () => boolean
}

const loaded = createObservable<{ parts: QueueParts | null }>({ parts: null })

export const setQueueParts = (parts: QueueParts): void => loaded.set({ parts })

/** Says that a change waits. */
export const tellWaiting = (change: QueuedChange): void => loaded.getSnapshot().parts?.tell(change)

/** Undoes or redoes what this tab did last, if that waits; false if it does not. */
export const stepOfQueue = (step: 'undo' | 'redo'): boolean | undefined => loaded.getSnapshot().parts?.[step]()

/** The parts while changes wait; null while none does. */
export function useQueueParts(): QueueParts | null {
  const { parts } = useSyncExternalStore(loaded.subscribe, loaded.getSnapshot)
  const { changes } = useSyncExternalStore(queuedChanges.subscribe, queuedChanges.getSnapshot)
  return changes.length > 0 ? parts : null
}
