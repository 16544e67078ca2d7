import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** The value of `now`, and the component drawn anew each minute, so that relative times don't stand still. */
export function useNow(now: () => string): string {
  useSyncExternalStore(clock.listen, readMinutes, readMinutes)
  return now()
}

let minutes = 0

const readMinutes = (): number => minutes

/** One clock for the whole page, which stands still while no component needs it. */
const clock = createListeners(() => {
  const timer = setInterval(tick, 60_000)
  return () => clearInterval(timer)
})

function tick(): void {
  minutes++
  clock.tell()
}
