import { limits } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { cellOf, type ImportPlan, isBlank, type PlanLine } from './plan.ts'
import type { Block } from './plan-store.ts'
import type { Cell, SheetRow } from './reading/table.ts'

/** Records of one block: so many are written in one step. */
const blockRecords = 200
const blockText = 1_048_576

/**
 * Cuts the rows of a file into blocks of whole records. With columns of table rows, lines that follow each other with
 * the same key, or without one, are one record; without a key, those with the same values or none.
 */
export class LineGatherer {
  readonly #plan: ImportPlan
  /** Positions of the cells that are kept. */
  readonly #kept: number[]
  /** Targets by which lines belong together; none when each line is a record. */
  readonly #joining: string[]
  #lines: PlanLine[] = []
  #records = 0
  #length = 0
  #inRecord = 0
  #number = 0
  #head: PlanLine | undefined

  constructor(plan: ImportPlan) {
    this.#plan = plan
    this.#kept = plan.columns.flatMap(({ index, fieldname }) => (fieldname === null ? [] : [index]))
    const main = plan.targets.filter((name) => !name.includes('.'))
    this.#joining = main.length === plan.targets.length ? [] : plan.key === null ? main : [plan.key]
  }

  /** Takes rows; answers the blocks that are full by now. */
  take(rows: readonly SheetRow[]): Block[] {
    const full: Block[] = []
    for (const { row, cells } of rows) {
      const line: PlanLine = { row, cells: this.#kept.map((at) => cells[at] ?? null) }
      const head = this.#head
      if (head && this.#inRecord < limits.tableRows && this.#continues(head, line)) {
        line.head = head.row
        this.#inRecord++
      } else {
        if (this.#records >= blockRecords || this.#length > blockText) full.push(this.#cut())
        this.#head = line
        this.#records++
        this.#inRecord = 1
      }
      this.#lines.push(line)
      for (const cell of line.cells) this.#length += typeof cell === 'string' ? cell.length : 8
    }
    return full
  }

  /** The last block. */
  end(): Block[] {
    return this.#lines.length > 0 ? [this.#cut()] : []
  }

  #cut(): Block {
    const lines = this.#lines
    this.#lines = []
    this.#records = 0
    this.#length = 0
    return { number: this.#number++, lines }
  }

  #continues(head: PlanLine, line: PlanLine): boolean {
    if (this.#joining.length === 0) return false
    return this.#joining.every((name) => {
      const cell = cellOf(this.#plan, line, name)
      return isBlank(cell) || textOf(cell) === textOf(cellOf(this.#plan, head, name))
    })
  }
}

const textOf = (cell: Cell) => fold(String(cell ?? '').trim())
