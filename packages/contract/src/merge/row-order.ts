import type { Values } from './clash.ts'

interface RowLists {
  base: readonly Values[]
  /** Rows that `mine` has too are the very same objects. */
  theirs: readonly Values[]
  mine: readonly Values[]
}

/**
 * The order of all rows of two sides: that of the side that moved rows, theirs when both did. Each row that only the
 * other side has follows its own predecessor, mine after theirs.
 */
export function mergedOrder({ base, theirs, mine }: RowLists): Values[] {
  const first = isMoved(base, mine) && !isMoved(base, theirs) ? mine : theirs
  const second = first === mine ? theirs : mine
  const ordered = [...first]
  const placed = new Set(ordered)
  const [ours, others] = [new Set(mine), new Set(theirs)]
  let at = 0
  for (const row of second) {
    if (placed.has(row)) {
      at = ordered.indexOf(row) + 1
      continue
    }
    if (second === mine) while (isOnlyIn(ordered[at], others, ours)) at++
    ordered.splice(at, 0, row)
    placed.add(row)
    at++
  }
  return ordered
}

const isOnlyIn = (row: Values | undefined, side: Set<Values>, other: Set<Values>) =>
  row !== undefined && side.has(row) && !other.has(row)

/** True when rows that were there before stand in another order. */
function isMoved(base: readonly Values[], rows: readonly Values[]): boolean {
  const places = new Map(base.map((row, index) => [row.id, index]))
  const kept = rows.flatMap((row) => places.get(row.id) ?? [])
  return kept.some((place, index) => index > 0 && place < (kept[index - 1] ?? 0))
}
