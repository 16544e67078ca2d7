import { useEffect, useState, useSyncExternalStore } from 'react'
import { xhrTransport } from './transport.ts'
import { type UploadHandlers, UploadQueue, type UploadQueueOptions } from './upload-queue.ts'

/** Queues that go on without their widgets, by name. */
const kept = new Map<string, UploadQueue>()

export interface UploadQueueUse extends Omit<UploadQueueOptions, 'transport'> {
  /** A name under which files that are still on their way go on when the widget leaves the screen, and are found again. */
  keepAs?: string
}

/** The upload queue of one widget. Options count as they are when it appears, handlers as they are when called. */
export function useUploadQueue({ keepAs, ...options }: UploadQueueUse, handlers: UploadHandlers) {
  const [queue] = useState(() => kept.get(keepAs ?? '') ?? new UploadQueue({ ...options, transport: xhrTransport }))
  const items = useSyncExternalStore(queue.subscribe, queue.getItems)
  useEffect(() => queue.handle(handlers))
  useEffect(() => {
    if (keepAs === undefined) return () => queue.clear()
    kept.set(keepAs, queue)
    return () => {
      queue.handle({})
      if (queue.getItems().length === 0) kept.delete(keepAs)
    }
  }, [queue, keepAs])
  return { queue, items }
}
