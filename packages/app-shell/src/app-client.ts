import { createClient } from '@tavla/client'

type Listener = (name: string, payload: unknown) => void
const listeners = new Set<Listener>()

/** The backend that serves this application: its own origin. */
export const client = createClient({
  onEvent(name, payload) {
    for (const listener of listeners) listener(name, payload)
  },
})

/** Tells `listener` of every live event, after the stores (spec 4). */
export function watchEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
