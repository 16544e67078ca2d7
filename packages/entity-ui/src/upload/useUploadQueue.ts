import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { xhrTransport } from './transport.ts'
import { countUnderWay } from './under-way.ts'
import { isUnderWay, type UploadHandlers, UploadQueue, type UploadQueueOptions } from './upload-queue.ts'

/** Queues that go on without their widgets, by name. */
const kept = new Map<string, UploadQueue>()

export interface KeptQueueOptions extends Omit<UploadQueueOptions, 'transport'> {
  /** A name under which running uploads go on when the widget unmounts, and by which it finds them again. */
  keepAs?: string
}

interface Handlers extends UploadHandlers {
  /** Called with the files whose upload was cancelled because the widget unmounted. */
  onLost: (files: readonly File[]) => void
}

/** The upload queue of one widget. It uses the options of the first rendering, and the current handlers. */
export function useUploadQueue({ keepAs, ...options }: KeptQueueOptions, handlers: Handlers) {
  const [queue] = useState(() => kept.get(keepAs ?? '') ?? begin(options, keepAs !== undefined))
  const items = useSyncExternalStore(queue.subscribe, queue.getItems)
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
    queue.handle(handlers)
  })
  useEffect(() => {
    if (keepAs === undefined) {
      return () => {
        const lost = queue.getItems().filter(isUnderWay)
        queue.clear()
        if (lost.length > 0) latest.current.onLost(lost.map(({ file }) => file))
      }
    }
    kept.set(keepAs, queue)
    return () => {
      queue.handle({})
      queue.settle()
      if (queue.getItems().length === 0) kept.delete(keepAs)
    }
  }, [queue, keepAs])
  return { queue, items }
}

function begin(options: Omit<UploadQueueOptions, 'transport'>, isKept: boolean): UploadQueue {
  const queue = new UploadQueue({ ...options, transport: xhrTransport })
  let release: (() => void) | undefined
  queue.subscribe(() => {
    const isBusy = queue.getItems().some(isUnderWay)
    if (isBusy) release ??= countUnderWay(isKept ? 'free' : 'bound', () => queue.clear())
    else {
      release?.()
      release = undefined
    }
  })
  return queue
}
