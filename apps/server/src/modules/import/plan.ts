import {
  type ImportCell,
  type ImportColumn,
  type ImportCounts,
  type ImportOutcome,
  importOutcomes,
  type Message,
  type ImportRules as WireRules,
} from '@tavla/contract'
import type { Formats } from './matching/formats.ts'
import type { TableForm } from './reading/table.ts'

export const emptyTally = (): ImportCounts => ({ create: 0, update: 0, unchanged: 0, refused: 0 })

/** How the lines of a file become writes. */
export interface ImportRules extends WireRules {
  createsMissingLinks: boolean
  formats: Formats
}

/** An import that was looked at, and perhaps carried out (reference: http-api, Import). */
export interface ImportPlan extends ImportRules {
  entity: string
  fileName: string
  form: TableForm
  columns: ImportColumn[]
  /** The targets that columns fill, in the order of the cells of its lines. */
  targets: string[]
}

/** A line of the file, with the cells of the columns that fill a target. */
export interface PlanLine {
  row: number
  cells: ImportCell[]
  /** Values that a person put in the place of cells, by target. */
  mended?: Record<string, ImportCell>
  /** Line on which its record begins, when that is another one. */
  head?: number
  fate?: Fate
}

/** The outcome of a line. */
export interface Fate {
  outcome: ImportOutcome
  /** The record, once it is written. */
  id?: string
  /** Former values of what changes. */
  before?: Record<string, unknown>
  /** By target; those about the whole line under ''. */
  messages?: Record<string, Message>
  /** Links to records of the same file that are set once all are there. */
  later?: string[]
}

export const cellOf = (plan: Pick<ImportPlan, 'targets'>, line: PlanLine, target: string): ImportCell => {
  if (line.mended && Object.hasOwn(line.mended, target)) return line.mended[target] ?? null
  const at = plan.targets.indexOf(target)
  return at < 0 ? null : (line.cells[at] ?? null)
}

export const isBlank = (cell: ImportCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

/** The lines of each record: a line with `head` belongs to the record before it. */
export function recordsOf(lines: readonly PlanLine[]): PlanLine[][] {
  const records: PlanLine[][] = []
  for (const line of lines) {
    if (line.head === undefined) records.push([line])
    else records.at(-1)?.push(line)
  }
  return records
}

/** Numbers of records by outcome. */
export function tallyOf(lines: readonly PlanLine[]): ImportCounts {
  const tally = emptyTally()
  for (const { head, fate } of lines) if (head === undefined && fate) tally[fate.outcome]++
  return tally
}

export function addTally(sum: ImportCounts, more: ImportCounts, sign: 1 | -1 = 1): void {
  for (const outcome of importOutcomes) sum[outcome] += sign * more[outcome]
}
