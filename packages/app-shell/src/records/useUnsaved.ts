import { useCallback, useEffect, useRef } from 'react'
import { holdUnsaved } from './unsaved.ts'

/**
 * A function to say whether this part holds a draft, which neither another screen nor the end of the session or of the page
 * takes away without a question. It counts at once, and no longer than the part is there.
 */
export function useUnsaved(): (isUnsaved: boolean) => void {
  const release = useRef<() => void>(undefined)
  const mark = useCallback((isUnsaved: boolean) => {
    release.current?.()
    release.current = isUnsaved ? holdUnsaved() : undefined
  }, [])
  useEffect(() => () => mark(false), [mark])
  return mark
}
