import type { KeptWork } from '@tavla/entity-ui'
import { useCallback, useEffect, useRef } from 'react'
import { holdUnsaved } from './unsaved.ts'

/**
 * Returns a function that sets whether this part holds a draft, and the browser's copy of it; another screen, the end of
 * the session and closing the page then ask first. It takes effect at once and ends when the part unmounts.
 */
export function useUnsaved(): (isUnsaved: boolean, kept?: KeptWork) => void {
  const release = useRef<() => void>(undefined)
  const mark = useCallback((isUnsaved: boolean, kept?: KeptWork) => {
    release.current?.()
    release.current = isUnsaved ? holdUnsaved('draft', { kept }) : undefined
  }, [])
  useEffect(() => () => mark(false), [mark])
  return mark
}
