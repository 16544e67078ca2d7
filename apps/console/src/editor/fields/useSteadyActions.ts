import { useLayoutEffect, useMemo, useRef } from 'react'
import type { LineActions } from './FieldLine.tsx'

/** A stable object whose functions call the latest actions. */
export function useSteadyActions(actions: LineActions): LineActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  return useMemo(
    () => ({
      open: (...args) => latest.current.open(...args),
      set: (...args) => latest.current.set(...args),
      remove: (index) => latest.current.remove(index),
      handle: (index) => latest.current.handle(index),
    }),
    [],
  )
}
