import type { Fate, PlanLine } from '../plan.ts'
import type { LineProblem, Prepared } from './prepare.ts'
import type { WrittenRecord } from './write-record.ts'

/** Gives the lines of a record the fate of its write. */
export function noteWritten({ lines, later }: Prepared, { id, outcome, before }: WrittenRecord, isKept: boolean): void {
  const [first, ...others] = lines as [PlanLine, ...PlanLine[]]
  first.fate = {
    outcome,
    ...(isKept && { id }),
    ...(before && { before }),
    ...(later.length > 0 && { later }),
  }
  for (const line of others) line.fate = { outcome }
}

/** Refuses a record, with the reasons at their lines. */
export function noteRefused({ lines }: Pick<Prepared, 'lines'>, problems: readonly LineProblem[]): void {
  for (const line of lines) {
    const mine = problems.filter(({ row }) => row === line.row)
    const messages: Fate['messages'] = {}
    for (const { target, message } of mine) messages[target] ??= message
    line.fate = { outcome: 'refused', ...(mine.length > 0 && { messages }) }
  }
}
