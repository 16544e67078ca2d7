import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { xhrTransport } from './transport.ts'
import { UploadQueue, type UploadQueueOptions } from './upload-queue.ts'

/** The upload queue of one widget. Options count as they are when the widget appears, handlers as they are when called. */
export function useUploadQueue(options: Omit<UploadQueueOptions, 'transport'>) {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const [queue] = useState(
    () =>
      new UploadQueue({
        ...options,
        transport: xhrTransport,
        onEvent: (event, item) => latest.current.onEvent?.(event, item),
        onComplete: (file) => latest.current.onComplete?.(file),
        onRemoved: (file) => latest.current.onRemoved?.(file),
        onError: (response, item) => latest.current.onError?.(response, item),
      }),
  )
  const items = useSyncExternalStore(queue.subscribe, queue.getItems)
  useEffect(() => () => queue.clear(), [queue])
  return { queue, items }
}
