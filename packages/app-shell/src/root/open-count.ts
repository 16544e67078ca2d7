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

export const watchOpenCount = changes.listen
