import type { ImportCell } from '@tavla/contract'
import { useState } from 'react'
import type { PlanRows } from './usePlanRows.ts'

/** The line that was mended last, and how many others have the cell that stood there. */
interface Mended {
  row: number
  values: Readonly<Record<string, ImportCell>>
  equal: number
}

/** Mends cells, and offers the last mending to the equal cells of other refused lines. */
export function useRepair({ mend, mendEqual }: PlanRows) {
  const [last, setLast] = useState<Mended>()
  return {
    /** Puts a value in the place of a cell. Throws ApiError. */
    async set(row: number, name: string, value: ImportCell) {
      const values = { [name]: value }
      const { equal } = await mend(row, values)
      setLast({ row, values, equal })
    },
    /** How many other lines have the value that was mended in this one last. */
    equalTo: (row: number) => (last?.row === row ? last.equal : 0),
    /** Mends them in the same way; answers how many. Throws ApiError. */
    async setEqual() {
      if (!last) return 0
      const count = await mendEqual(last.row, last.values)
      setLast(undefined)
      return count
    },
  }
}

export type Repair = ReturnType<typeof useRepair>
