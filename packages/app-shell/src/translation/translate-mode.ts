/** Opens the list of the texts on screen. */
export const textListKeys = 'Alt+T'

let isOn = false
let isListOpen = false
const listeners = new Set<() => void>()

export const isTranslateMode = (): boolean => isOn

/** In translate mode a plain click on any text corrects it (reference: texts, Missing translations). */
export function setTranslateMode(next: boolean): void {
  isOn = next
  document.documentElement.toggleAttribute('data-translating', next)
  tellAll()
}

/** Whether the list of the texts on screen is open, which leads to each of them without a pointer. */
export const isTextListOpen = (): boolean => isListOpen

export function setTextListOpen(next: boolean): void {
  isListOpen = next
  tellAll()
}

export function watchTranslateMode(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function tellAll(): void {
  for (const listener of listeners) listener()
}
