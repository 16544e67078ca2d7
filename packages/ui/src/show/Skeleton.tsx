import { PrintNote } from './PrintNote.tsx'
import { SlowNote } from './SlowNote.tsx'
import './show.css'

export interface SkeletonProps {
  /** Number of grey lines. */
  lines?: number
  /** Text for screen readers, such as `Loading…`. */
  label: string
  shape?: 'text' | 'rows' | 'form'
}

/** A placeholder for loading content. It appears after 200 ms, so that a shorter wait shows nothing. */
export function Skeleton({ lines = 4, label, shape = 'text' }: SkeletonProps) {
  return (
    <div className="skeleton delayed" data-shape={shape} role="status">
      <span className="visually-hidden">{label}</span>
      <PrintNote />
      <SlowNote />
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no identity
        <span key={index} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  )
}
