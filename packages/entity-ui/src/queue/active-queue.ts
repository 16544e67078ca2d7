import { createObservable, queuedChanges } from '@tavla/client'
import type { Queue } from '@tavla/client/queue'

/** The window of the queue that is open. */
export type QueueWindowState = { kind: 'list' } | { kind: 'clash'; operation: string } | null

let active: Queue | undefined

/** The queue of the person on screen. */
export const activeQueue = (): Queue | undefined => active

export function setActiveQueue(queue: Queue | undefined): void {
  active = queue
  queueWindow.set({ open: null })
}

export const queueWindow = createObservable<{ open: QueueWindowState }>({ open: null })

// The next change must not open the window of the last ones.
queuedChanges.subscribe(() => {
  if (queuedChanges.getSnapshot().changes.length === 0) showQueueWindow(null)
})

export const showQueueWindow = (open: QueueWindowState): void => queueWindow.set({ open })
