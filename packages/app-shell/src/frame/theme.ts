import { createListeners } from '@tavla/client'
import { applyTheme } from './apply-theme.ts'

/** Light, dark, or the system's theme. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'tavla.theme'

/** The theme chosen in this browser. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Applies a theme to the page from now on, and stores it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  show()
}

/** Calls `listener` on choices here and in other tabs, which this one follows. */
export const watchTheme = (listener: () => void) => choices.listen(listener)

function show(): void {
  applyTheme()
  choices.tell()
}

const choices = createListeners(() => {
  window.addEventListener('storage', show)
  return () => window.removeEventListener('storage', show)
})
