let isOn = false
const listeners = new Set<() => void>()

export const isTranslateMode = (): boolean => isOn

/** In translate mode a plain click on any text corrects it (contract 7). */
export function setTranslateMode(next: boolean): void {
  isOn = next
  document.documentElement.toggleAttribute('data-translating', next)
  for (const listener of listeners) listener()
}

export function watchTranslateMode(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
