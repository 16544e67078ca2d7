import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

let isOnPaper = false
const listeners = new Set<() => void>()

/** True from just before the page is printed until after, for what the screen shows a part of and paper the whole. */
export const useIsOnPaper = (): boolean => useSyncExternalStore(watch, () => isOnPaper)

function watch(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('beforeprint', begin)
    removeEventListener('afterprint', end)
    isOnPaper = false
  }
}

const begin = () => set(true)
const end = () => set(false)

/** The browser takes the page as it stands when the event is over. */
function set(next: boolean): void {
  isOnPaper = next
  flushSync(() => {
    for (const listener of listeners) listener()
  })
}
