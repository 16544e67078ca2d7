import { useSyncExternalStore } from 'react'

/** What `now` tells, and the component drawn anew each minute, so that relative times don't stand still. */
export function useNow(now: () => string): string {
  useSyncExternalStore(watchMinutes, readMinutes, readMinutes)
  return now()
}

let minutes = 0
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

const readMinutes = (): number => minutes

/** One clock for the whole page, which stands still while nobody needs it. */
function watchMinutes(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, 60_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  minutes++
  for (const listener of listeners) listener()
}
