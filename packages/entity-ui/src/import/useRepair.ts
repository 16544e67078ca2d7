import type { ImportCell } from '@tavla/contract'
import { useState } from 'react'
import { cellText } from './cell-text.ts'
import type { PlanRows } from './usePlanRows.ts'

/** A cell that was mended, and the value that stood there. */
interface Mended {
  row: number
  name: string
  before: ImportCell
  after: ImportCell
}

/** Mends cells, and offers the last mending to the equal cells of other refused lines. */
export function useRepair({ rows = [], mend }: PlanRows) {
  const [last, setLast] = useState<Mended>()
  const equal = (mended: Mended) =>
    rows.filter(
      ({ row, outcome, values }) =>
        row !== mended.row && outcome === 'refused' && cellText(values[mended.name]) === cellText(mended.before),
    )
  return {
    /** Puts a value in the place of a cell. Throws ApiError. */
    async set(row: number, name: string, after: ImportCell) {
      const before = rows.find((line) => line.row === row)?.values[name] ?? null
      await mend(row, { [name]: after })
      setLast({ row, name, before, after })
    },
    /** How many other lines have the value that was mended in this one last. */
    equalTo: (row: number) => (last?.row === row ? equal(last).length : 0),
    /** Mends them in the same way. Throws ApiError. */
    async setEqual() {
      if (!last) return
      for (const { row } of equal(last)) await mend(row, { [last.name]: last.after })
    },
  }
}

export type Repair = ReturnType<typeof useRepair>
