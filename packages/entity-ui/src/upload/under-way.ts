import { createListeners } from '@tavla/client'

/** Number of queues of this page that are sending: those that end with their screen, and those that go on without it. */
export interface RunningUploads {
  bound: number
  free: number
}

let underWay: RunningUploads = { bound: 0, free: 0 }
const stops = new Set<() => void>()
const changes = createListeners()

/** The uploads that leaving would stop. */
export const uploadsUnderWay = (): RunningUploads => underWay

export const watchUploads = changes.listen

/** Resolves when no queue that would end with its screen is sending. */
export async function untilUploaded(): Promise<void> {
  if (underWay.bound === 0) return
  await new Promise<void>((resolve) => {
    const unwatch = watchUploads(() => {
      if (underWay.bound > 0) return
      unwatch()
      resolve()
    })
  })
}

/** Stops all uploads, as when their session ends. */
export function stopUploads(): void {
  for (const stop of [...stops]) stop()
}

/** Counts a queue that has started to send, until the returned function is called. */
export function countUnderWay(kind: keyof RunningUploads, stop: () => void): () => void {
  stops.add(stop)
  add(1)
  return () => {
    stops.delete(stop)
    add(-1)
  }

  function add(more: number) {
    underWay = { ...underWay, [kind]: underWay[kind] + more }
    changes.tell()
  }
}
