import { createListeners } from '@tavla/client/listeners'
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isOnPaper = false

/**
 * True from just before the page is printed until after, for parts that show an excerpt on screen and everything on
 * paper.
 */
export const useIsOnPaper = (): boolean => useSyncExternalStore(changes.listen, () => isOnPaper)

const changes = createListeners(() => {
  addEventListener('beforeprint', begin)
  addEventListener('afterprint', end)
  return () => {
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    isOnPaper = false
  }
})

const begin = () => set(true)
const end = () => set(false)

/** The browser prints the page in its state at the end of the event. */
function set(next: boolean): void {
  isOnPaper = next
  flushSync(changes.tell)
}
