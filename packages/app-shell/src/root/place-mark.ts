import { createListeners } from '@tavla/client'
import type { PillColor } from '@tavla/ui'
import type { Environment } from '../environment/environments.ts'

/** The mark of a place beside its title: the name of a server or project, and a project's colour, icon and environment. */
export interface PlaceMark {
  name: string
  color?: PillColor
  icon?: string
  environment?: Environment | undefined
  /** Origin of the place's site, while it runs. */
  site?: string | undefined
}

let mark: PlaceMark | null = null
const changes = createListeners()

export const placeMark = (): PlaceMark | null => mark

/** Shows a mark in top bar and window title until the returned function is called. */
export function showPlaceMark(next: PlaceMark): () => void {
  set(next)
  return () => {
    if (mark === next) set(null)
  }
}

export const watchPlaceMark = changes.listen

function set(next: PlaceMark | null): void {
  mark = next
  changes.tell()
}
