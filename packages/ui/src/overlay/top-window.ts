import { createListeners } from '@tavla/client/listeners'
import { useSyncExternalStore } from 'react'

interface OpenWindow {
  element: HTMLElement
  /** Had the focus before the window opened, and gets it back. */
  before: Element | null
}

const open: OpenWindow[] = []
const changed = createListeners()

let changes = 0

const tell = () => {
  changes++
  changed.tell()
}

/**
 * Registers a modal window as open and on top, until the returned function is called. That function returns the element
 * that gets the focus back: null if another window stays on top.
 */
export function addWindow(element: HTMLElement, before: Element | null): () => Element | null {
  const own = { element, before }
  open.push(own)
  tell()
  return () => {
    const above = open[open.indexOf(own) + 1]
    open.splice(open.indexOf(own), 1)
    tell()
    if (!above) return own.before
    // This window closes before a window that it opened: the later one inherits its focus target.
    if (above.before && element.contains(above.before)) above.before = own.before
    return null
  }
}

/**
 * Number of times that a window has opened or closed; announcements from before the last change are not repeated
 * elsewhere.
 */
export const windowChanges = (): number => changes

/** The window on top of the page, the only one that users can reach; null when no window is open. */
export function useTopWindow(): HTMLElement | null {
  return useSyncExternalStore(changed.listen, topWindow)
}

const topWindow = (): HTMLElement | null => open.at(-1)?.element ?? null
