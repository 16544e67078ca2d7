import { useEffect, useState, useSyncExternalStore } from 'react'
import { xhrTransport } from './transport.ts'
import { type UploadHandlers, UploadQueue, type UploadQueueOptions } from './upload-queue.ts'

/** The upload queue of one widget. Options count as they are when it appears, handlers as they are when called. */
export function useUploadQueue(options: Omit<UploadQueueOptions, 'transport'>, handlers: UploadHandlers) {
  const [queue] = useState(() => new UploadQueue({ ...options, transport: xhrTransport }))
  const items = useSyncExternalStore(queue.subscribe, queue.getItems)
  useEffect(() => queue.handle(handlers))
  useEffect(() => () => queue.clear(), [queue])
  return { queue, items }
}
