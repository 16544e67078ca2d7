import { createListeners } from '@tavla/client'

let open = 0
const changes = createListeners()

/** Number of messages that await an answer, as shown in the window's title. */
export const openCount = (): number => open

/** Sets the number before the window's title; 0 shows none. */
export function showOpenCount(count: number): void {
  if (count === open) return
  open = count
  changes.tell()
}

let isUnsaved = false

/** True while something on the screen is typed and not saved; the window's title begins with a dot then. */
export const isShownUnsaved = (): boolean => isUnsaved

export function showUnsaved(is: boolean): void {
  if (is === isUnsaved) return
  isUnsaved = is
  changes.tell()
}

/** Calls a listener when one of the two changes. */
export const watchOpenCount = changes.listen
