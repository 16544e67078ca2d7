/** Light, dark, or as the system has it. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'tavla.theme'
const listeners = new Set<() => void>()

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
export function watchTheme(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', show)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', show)
  }
}

/**
 * Draws the page and the browser's own bar in the theme that is kept. The build also makes this function the page's first
 * script (vite.ts), so that nothing is painted in another theme before; therefore it uses nothing from outside of itself.
 */
export function applyTheme(): void {
  const root = document.documentElement
  const theme = localStorage.getItem('tavla.theme')
  const isChosen = theme === 'light' || theme === 'dark'
  if (isChosen) root.dataset.theme = theme
  else delete root.dataset.theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]')) {
    const own = meta.dataset.theme
    meta.media = isChosen ? (own === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`
  }
}

function show(): void {
  applyTheme()
  for (const listener of listeners) listener()
}
