import { createListeners } from '@tavla/client/listeners'
import { useSyncExternalStore } from 'react'

/** The value of `now`; renders the component again each minute, so that relative times stay true. */
export function useNow(now: () => string): string {
  useSyncExternalStore(clock.listen, readMinutes, readMinutes)
  return now()
}

let minutes = 0

const readMinutes = (): number => minutes

/** One timer for the whole page; it stops while no component needs it. */
const clock = createListeners(() => {
  const timer = setInterval(tick, 60_000)
  return () => clearInterval(timer)
})

function tick(): void {
  minutes++
  clock.tell()
}
