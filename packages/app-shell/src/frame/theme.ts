import { createListeners } from '@tavla/client'
import { applyTheme } from './apply-theme.ts'

/** Light, dark, or as the system has it. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'tavla.theme'

/** The theme chosen in this browser. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem(key)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

/** Draws the page in a theme from now on, and remembers it. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  show()
}

/** Tells of choices here and in other tabs, which this one follows. */
export const watchTheme = (listener: () => void) => choices.listen(listener)

function show(): void {
  applyTheme()
  choices.tell()
}

const choices = createListeners(() => {
  window.addEventListener('storage', show)
  return () => window.removeEventListener('storage', show)
})
