import { createListeners } from '@tavla/client'

let open = 0
const changes = createListeners()

/** How many messages await an answer, as the window's title says it. */
export const openCount = (): number => open

/** Puts the number of what awaits an answer before the window's title; none for 0. */
export function showOpenCount(count: number): void {
  if (count === open) return
  open = count
  changes.tell()
}

export const watchOpenCount = changes.listen
