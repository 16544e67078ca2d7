import { PrintNote } from './PrintNote.tsx'
import { SlowNote } from './SlowNote.tsx'
import './show.css'

export interface SkeletonProps {
  /** How many grey lines. */
  lines?: number
  /** Said to screen readers, such as `Loading…`. */
  label: string
  shape?: 'text' | 'rows' | 'form'
}

/** Stands in for what is loading, after 200 ms: whatever comes sooner shows no wait at all. */
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
