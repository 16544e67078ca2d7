import { useSyncExternalStore } from 'react'
import { createListeners } from '../listeners.ts'

interface OpenWindow {
  element: HTMLElement
  /** What had the focus before, and gets it back. */
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
 * Counts a modal window as open, the last one being on top, until the returned function is called. That one tells what gets
 * the focus back: null where it stays in a window on top.
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
    // A question asked by a window that goes first gives the focus back in its place.
    if (above.before && element.contains(above.before)) above.before = own.before
    return null
  }
}

/** How often a window has come or gone: what was said before is not to be said again in another place. */
export const windowChanges = (): number => changes

/** The window on top of the page, whose content alone can be used, seen and heard; null for the page itself. */
export function useTopWindow(): HTMLElement | null {
  return useSyncExternalStore(changed.listen, topWindow)
}

const topWindow = (): HTMLElement | null => open.at(-1)?.element ?? null
