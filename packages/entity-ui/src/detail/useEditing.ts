import { useCallback, useRef, useState } from 'react'
import { type Editing, type EditingAction, notEditing, reduceEditing } from './record-editing.ts'

/**
 * The editing state of a form, for rendering and for async work: a save that waited for another one needs the
 * current draft.
 */
export function useEditing() {
  const [editing, setEditing] = useState(notEditing)
  const latest = useRef(editing)
  const now = useCallback((): Editing => latest.current, [])
  const dispatch = useCallback((action: EditingAction) => {
    latest.current = reduceEditing(latest.current, action)
    setEditing(latest.current)
  }, [])
  return { editing, now, dispatch }
}
