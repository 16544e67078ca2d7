import type { ReactNode } from 'react'

type Draw = (otherwise: ReactNode) => ReactNode

let draw: Draw = (otherwise) => otherwise

/** Sets how the time of copies is told; there are none before that code has come. */
export function setAsOf(given: Draw): void {
  draw = given
}

/** The time of the copies on screen, or `otherwise` while it shows none. */
export const asOf: Draw = (otherwise) => draw(otherwise)
