import { focusQuietly } from '@tavla/ui'
import { type RefObject, useLayoutEffect } from 'react'
import { isFocusLost } from './focus-lost.ts'

/**
 * Passes the focus on when the part of the page that has it goes away: to the first input of `around`, else to Edit, else
 * to its first button. So keys and screen readers keep their place after a step that removes its own button.
 */
export function usePassedFocus(part: RefObject<HTMLElement | null>, around: string): void {
  useLayoutEffect(() => {
    const element = part.current
    const place = element?.closest<HTMLElement>(around)
    return () => {
      if (!place || !element?.contains(document.activeElement)) return
      // By then its successor is drawn, and may have taken the focus itself.
      setTimeout(() => {
        if (!isFocusLost(place)) return
        const next = [input, '[data-form-edit]', 'button:not(:disabled)'].map((kind) => place.querySelector(kind))
        const found = next.find((one) => one instanceof HTMLElement)
        if (found) focusQuietly(found)
      })
    }
  }, [part, around])
}

const input = `:is(
  .field-edit input:not([type="file"], :read-only, :disabled),
  .field-edit textarea:not(:read-only, :disabled),
  .field-edit button[role="combobox"]:not(:disabled),
  .field-edit [role="spinbutton"]
)`
