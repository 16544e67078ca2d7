import { useCallback, useEffect, useRef } from 'react'
import { showWaiting } from './unsaved.ts'

/** Returns a function that sets whether a kept draft waits in this part, for the window's title. */
export function useDraftWaiting(): (isWaiting: boolean) => void {
  const release = useRef<() => void>(undefined)
  const show = useCallback((isWaiting: boolean) => {
    release.current?.()
    release.current = isWaiting ? showWaiting() : undefined
  }, [])
  useEffect(() => () => show(false), [show])
  return show
}
