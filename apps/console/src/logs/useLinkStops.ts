import { moveFocus } from '@tavla/ui'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Makes a list of links one tab stop, at first the active link; arrows, Home and End move to the others. */
export function useLinkStops(count: number, active: number) {
  const [chosen, setChosen] = useState<number>()
  const stop = chosen !== undefined && chosen < count ? chosen : Math.max(active, 0)
  return {
    tabIndexOf: (index: number) => (index === stop ? 0 : -1),
    handlers: {
      onFocus(event: FocusEvent<HTMLElement>) {
        const at = [...event.currentTarget.querySelectorAll<HTMLElement>('a')].indexOf(event.target)
        if (at >= 0) setChosen(at)
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        // Letters belong to the screen's shortcuts.
        if (event.key.length > 1) moveFocus(event, 'a', 'vertical')
      },
    },
  }
}
