/**
 * Applies the stored theme to the page and the browser's toolbar. The build also makes this function the page's first
 * script (vite.ts), so that nothing is painted in another theme before; therefore it uses nothing outside itself.
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
