import { createListeners } from '@tavla/client/listeners'
import type { ReactNode } from 'react'

type Draw = (otherwise: ReactNode) => ReactNode

let draw: Draw = (otherwise) => otherwise

/** Sets how the time of copies is told; there are none before that code has come. */
export function setAsOf(given: Draw): void {
  draw = given
}

/** The time of the copies on screen, or `otherwise` while it shows none. */
export const asOf: Draw = (otherwise) => draw(otherwise)

let copiedAt: number | undefined
const changes = createListeners()

/** Time of the copies that a screen without an entity shows, in milliseconds; undefined while it shows none. */
export const readScreenCopied = () => copiedAt
export const watchScreenCopied = changes.listen

export function tellScreenCopied(at: number | undefined): void {
  if (at === copiedAt) return
  copiedAt = at
  changes.tell()
}
