import { type FocusEvent, type KeyboardEvent, use } from 'react'
import { DateFieldStateContext, TimeFieldStateContext } from 'react-aria-components'
import { flushSync } from 'react-dom'

/**
 * What is typed into the parts stands for a value once somebody goes on, by leaving the box or by a key that saves the form:
 * a day too late for its month becomes the last of it, a time without seconds is a full minute, and parts that are not all
 * there are put back to the value.
 */
export function useSettledParts() {
  const date = use(DateFieldStateContext)
  const time = use(TimeFieldStateContext)
  const state = date ?? time

  const settle = () => {
    if (!state) return
    const parts = state.segments.filter((part) => part.isEditable)
    const missing = parts.filter((part) => part.isPlaceholder)
    if (missing.length === 0) state.confirmPlaceholder()
    else if (missing.length === 1 && missing[0]?.type === 'second') state.setSegment('second', 0)
    else if (missing.length < parts.length) state.setValue(state.value)
  }

  return {
    handleBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) settle()
    },
    /** Before whoever saves by this key reads the value. */
    handleSaveKey: (event: KeyboardEvent) => {
      const saves = event.key === 'Enter' || event.code === 'KeyS'
      if (saves && (event.ctrlKey || event.metaKey)) flushSync(settle)
    },
  }
}
