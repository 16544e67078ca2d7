import { createListeners } from '@tavla/client'

let isOpen = false
const changes = createListeners()

const set = (next: boolean) => {
  isOpen = next
  changes.tell()
}

export const openShortcutList = () => set(true)
export const closeShortcutList = () => set(false)
export const isShortcutListOpen = () => isOpen

export const watchShortcutList = changes.listen
