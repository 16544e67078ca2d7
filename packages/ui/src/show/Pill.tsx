import type { ReactNode } from 'react'
import './pill.css'

/** The ten state colours (reference: metadata, State). */
export type PillColor =
  | 'Blue'
  | 'Cyan'
  | 'Gray'
  | 'Green'
  | 'Light Blue'
  | 'Orange'
  | 'Pink'
  | 'Purple'
  | 'Red'
  | 'Yellow'

/** A state in its colour; the text alone carries the meaning. */
export function Pill({ color = 'Gray', children }: { color?: PillColor | undefined; children: ReactNode }) {
  return (
    <span className="pill" data-color={color}>
      <bdi>{children}</bdi>
    </span>
  )
}
