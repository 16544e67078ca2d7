import { createListeners } from '@tavla/client'

let isOpen = false
const changes = createListeners()

const set = (next: boolean) => {
  isOpen = next
  changes.tell()
}

export const openPalette = () => set(true)
export const closePalette = () => set(false)
export const isPaletteOpen = () => isOpen

export const watchPalette = changes.listen

export const paletteKeys = 'Mod+K'
