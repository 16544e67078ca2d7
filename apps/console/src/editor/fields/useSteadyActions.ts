import { useLayoutEffect, useMemo, useRef } from 'react'
import type { LineActions } from './FieldLine.tsx'

/** The same object at each drawing, which does what the last one was given. */
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
