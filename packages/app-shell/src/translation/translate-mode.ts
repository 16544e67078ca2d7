import { createListeners } from '@tavla/client'

/** The shortcut of the list of texts on screen. */
export const textListKeys = 'Alt+T'

let isOn = false
let isListOpen = false
const changes = createListeners()

export const isTranslateMode = (): boolean => isOn

/** In translate mode a plain click on any text opens its editor (reference: texts, Missing translations). */
export function setTranslateMode(next: boolean): void {
  isOn = next
  document.documentElement.toggleAttribute('data-translating', next)
  changes.tell()
}

/** True while the list of the texts on screen is open, which needs no pointer. */
export const isTextListOpen = (): boolean => isListOpen

export function setTextListOpen(next: boolean): void {
  isListOpen = next
  changes.tell()
}

export const watchTranslateMode = changes.listen
