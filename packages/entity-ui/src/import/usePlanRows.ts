import { importCalls } from '@tavla/client/imports'
import type { ImportCell, ImportCounts, ImportOutcome, ImportRow, MendedRowAnswer } from '@tavla/contract'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { useReading } from '../reading/useReading.ts'

/** Lines on one page. */
export const pageLength = 50

/** The lines of an import with one outcome, page by page, and their mending. */
export function usePlanRows(job: string, start: { counts: ImportCounts; outcome: ImportOutcome }) {
  const { client } = useEnvironment()
  const calls = importCalls(client)
  const [shown, setShown] = useState({ outcome: start.outcome, page: 0 })
  const { outcome, page } = shown
  const [mended, setMended] = useState<{ of: string; rows: ReadonlyMap<number, ImportRow>; counts?: ImportCounts }>()
  const key = `${job} ${outcome} ${page}`
  const reading = useReading(key, () =>
    calls.rows({ job, outcome, limit_start: page * pageLength, limit_page_length: pageLength, nearest: 1 }),
  )
  /** True once a cell was mended here. */
  const isMended = mended !== undefined
  const own = mended?.of === key ? mended.rows : new Map<number, ImportRow>()
  const mend = async (row: number, values: Readonly<Record<string, ImportCell>>): Promise<MendedRowAnswer> => {
    const answer = await calls.mend(job, row, values)
    setMended((now) => {
      const rows = new Map(now?.of === key ? now.rows : [])
      for (const line of answer.record) rows.set(line.row, line)
      return { of: key, rows, counts: answer.counts }
    })
    return answer
  }
  /** Mends the equal lines of all pages, and begins with the first of what is left; answers how many there were. */
  const mendEqual = async (row: number, values: Readonly<Record<string, ImportCell>>): Promise<number> => {
    let count = 0
    let answer: MendedRowAnswer
    do {
      answer = await calls.mend(job, row, values, { equal: 1 })
      count += answer.mended
      const { counts } = answer
      setMended({ of: key, rows: new Map(), counts })
    } while (answer.mended > 0 && answer.equal > 0)
    if (page > 0) setShown({ outcome, page: 0 })
    else await reading.reload()
    return count
  }
  return {
    ...{ outcome, page, reading, mend, mendEqual, isMended },
    rows: reading.value?.rows.map((line) => own.get(line.row) ?? line),
    count: reading.value?.count ?? 0,
    counts: mended?.counts ?? reading.value?.counts ?? start.counts,
    show: (next: ImportOutcome) => setShown({ outcome: next, page: 0 }),
    turn: (to: number) => setShown({ outcome, page: to }),
  }
}

export type PlanRows = ReturnType<typeof usePlanRows>

/** The outcome that needs a look first. */
export const firstOutcome = (counts: ImportCounts): ImportOutcome =>
  (['refused', 'create', 'update', 'unchanged'] as const).find((outcome) => counts[outcome] > 0) ?? 'create'
