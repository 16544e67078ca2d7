import { showPlaceMark } from '@tavla/app-shell'
import { useEffect } from 'react'
import type { ProjectMark } from './project-mark.ts'

/**
 * Shows a project's name, colour, icon, environment and site link in top bar and browser tab while its screen is open (reference:
 * screens, Projects in the console).
 */
export function useProjectMark(mark: ProjectMark | undefined, site: string | undefined): void {
  const { name, color, icon, environment } = mark ?? {}
  useEffect(() => {
    if (name === undefined || color === undefined || icon === undefined) return
    return showPlaceMark({ name, color, icon, environment, site })
  }, [name, color, icon, environment, site])
  useEffect(() => (color === undefined || icon === undefined ? undefined : showFavicon(color, icon)), [color, icon])
}

/** Draws the icon on its colour as the favicon; the returned function restores the product's own. */
function showFavicon(color: string, icon: string): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return () => undefined
  const own = link.href
  let isCurrent = true
  void pathOf(icon).then((path) => {
    if (isCurrent) link.href = `data:image/svg+xml,${encodeURIComponent(drawing(backgroundOf(color), path))}`
  })
  return () => {
    isCurrent = false
    link.href = own
  }
}

/** The path of a Material Symbol; empty for an unknown name, which leaves the colour alone. */
async function pathOf(icon: string): Promise<string> {
  if (!/^[a-z0-9_]{1,60}$/.test(icon)) return ''
  const text = await fetch(`/assets/icons/${icon}.svg`).then(
    (answer) => answer.text(),
    () => '',
  )
  return /<path d="([\d\s.,a-zA-Z-]+)"/.exec(text)?.[1] ?? ''
}

/** The style sheets define the shade of a colour. */
function backgroundOf(color: string): string {
  const chip = document.createElement('span')
  chip.className = 'color-chip'
  chip.dataset.color = color
  chip.hidden = true
  document.body.append(chip)
  const { backgroundColor } = getComputedStyle(chip)
  chip.remove()
  return backgroundColor
}

const drawing = (color: string, path: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${color}"/>` +
  `<svg x="5" y="5" width="22" height="22" viewBox="0 -960 960 960"><path fill="#fff" d="${path}"/></svg></svg>`
