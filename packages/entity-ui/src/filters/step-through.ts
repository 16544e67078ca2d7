import { moveFocus } from '@tavla/ui'
import type { KeyboardEvent } from 'react'

/** Up and Down move along the stops of a list; a search box above it is one of them, and keeps its other keys. */
export const stepThrough = (stops: string) => ({
  onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event, stops, 'vertical')
  },
})
