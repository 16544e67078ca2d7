let isOpen = false
const listeners = new Set<() => void>()

const set = (next: boolean) => {
  isOpen = next
  for (const listener of listeners) listener()
}

export const openShortcutList = () => set(true)
export const closeShortcutList = () => set(false)
export const isShortcutListOpen = () => isOpen

export function watchShortcutList(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
