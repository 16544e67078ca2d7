import { useRef } from 'react'
import type { TableRow } from '../table-rows.ts'

/** Keys that stay with their rows while these are changed and moved, also for new rows, which have no id yet. */
export function useRowKeys(rows: readonly TableRow[]) {
  const keys = useRef<string[]>([])
  const next = useRef(1)
  const isForeign = rows.length !== keys.current.length || rows.some((row, at) => row.id && row.id !== keys.current[at])
  if (isForeign) keys.current = rows.map((row) => row.id ?? `new-${next.current++}`)
  return {
    keys: keys.current as readonly string[],
    added: () => keys.current.push(`new-${next.current++}`),
    deleted: (index: number) => keys.current.splice(index, 1),
    moved: (from: number, to: number) => keys.current.splice(to, 0, ...keys.current.splice(from, 1)),
  }
}
