import type { ImportCell, Message } from '@tavla/contract'

export type Cell = ImportCell

/** A line of a table that has content. */
export interface SheetRow {
  /** Line of the sheet, from 1. */
  row: number
  cells: Cell[]
}

/** The way in which a file is read; null is judged from the file. */
export interface ReadingOptions {
  /** Position of the sheet, from 0. */
  sheet: number
  encoding: string | null
  delimiter: string | null
}

/** How a file was read. */
export interface TableForm {
  format: 'csv' | 'xlsx'
  /** Names of the sheets of a workbook. */
  sheets: string[]
  encoding: string | null
  delimiter: string | null
}

/** The most that a table may hold (reference: http-api, Limits). Bytes unless a name says otherwise. */
export interface TableBounds {
  rows: number
  columns: number
  cell: number
  unpacked: number
}

/** The file cannot be imported, for a reason that one sentence tells. */
export class TableFault extends Error {
  readonly detail: Message

  constructor(detail: Message) {
    super(detail.text)
    this.detail = detail
  }
}

export const noTable = () => new TableFault({ text: 'This file is not a table that can be read.' })
export const openQuote = (row: number) =>
  new TableFault({ text: 'Row {0} is too long, or a quotation mark in it is never closed.', args: [row] })
export const noRows = () => new TableFault({ text: 'The file has no rows.' })
export const tooLarge = () => new TableFault({ text: 'The file is too large to be read.' })
export const tooManyRows = (most: number) =>
  new TableFault({ text: 'The file has too many rows. At most {0} can be imported.', args: [most] })
export const tooManyColumns = (most: number) =>
  new TableFault({ text: 'The file has too many columns. At most {0} can be imported.', args: [most] })

/** Keeps a table within its bounds, row by row. */
export class BoundedRows {
  readonly #bounds: TableBounds
  #rows = 0

  constructor(bounds: TableBounds) {
    this.#bounds = bounds
  }

  /** The row without blank cells at its end; undefined for a blank one. @throws TableFault beyond the bounds */
  take(row: number, cells: Cell[]): SheetRow | undefined {
    let length = cells.length
    while (length > 0 && isBlank(cells[length - 1])) length--
    if (length === 0) return undefined
    if (length > this.#bounds.columns) throw tooManyColumns(this.#bounds.columns)
    // The head is not counted among the rows.
    if (++this.#rows > this.#bounds.rows + 1) throw tooManyRows(this.#bounds.rows)
    cells.length = length
    for (const cell of cells) {
      if (typeof cell === 'string' && cell.length > this.#bounds.cell) throw tooLarge()
    }
    return { row, cells }
  }
}

const isBlank = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')
