import type { EntityState } from '@tavla/client'
import type { LaneStore } from '@tavla/client/lanes'
import { useCallback, useRef, useSyncExternalStore } from 'react'

/** The states of several lanes; the same list while none of them changes. */
export function useLanes(lanes: readonly LaneStore[]): readonly EntityState[] {
  const last = useRef<readonly EntityState[]>([])
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = lanes.map((lane) => lane.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [lanes],
  )
  const read = useCallback(() => {
    const states = lanes.map((lane) => lane.getSnapshot())
    const isSame = states.length === last.current.length && states.every((state, at) => state === last.current[at])
    if (!isSame) last.current = states
    return last.current
  }, [lanes])
  return useSyncExternalStore(subscribe, read, read)
}
