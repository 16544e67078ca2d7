import './show.css'

/**
 * A count on something, such as open messages; draws nothing for zero. `label` tells screen readers the meaning of the
 * count.
 */
export function Badge({ count, label, isQuiet = false }: { count: number; label?: string; isQuiet?: boolean }) {
  if (count <= 0) return null
  return (
    <span className="badge numeric" data-quiet={isQuiet || undefined}>
      {count > 999 ? '999+' : count}
      {label && <span className="visually-hidden"> {label}</span>}
    </span>
  )
}
