import { type FocusEvent, type KeyboardEvent, use } from 'react'
import { DateFieldStateContext, TimeFieldStateContext } from 'react-aria-components'
import { flushSync } from 'react-dom'

/**
 * Completes typed parts when the focus leaves the box or a key saves the form: a day beyond the end of its month
 * becomes the last day, a time without seconds gets 0 seconds, and incomplete parts return to the value.
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
    /** Runs before the handler that saves by this key reads the value. */
    handleSaveKey: (event: KeyboardEvent) => {
      const saves = event.key === 'Enter' || event.code === 'KeyS'
      if (saves && (event.ctrlKey || event.metaKey)) flushSync(settle)
    },
  }
}
