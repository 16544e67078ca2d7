import { flushSync } from 'react-dom'

/**
 * Closes a window at once, because it gives the focus back to its opener, and takes the focus from there: what opens next
 * takes only a focus that nobody has.
 */
export function closeForNext(close: () => void): void {
  flushSync(close)
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
