import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { createContext } from 'react'
import type { CellEdits } from './cell-edits.ts'

/** The parts that all cells of a table share; the same object as long as the table stands. */
export interface TableParts {
  edits: CellEdits
  /** The key that began the present edit. */
  begunBy(): string | undefined
  /** Ends the edit of the active cell with a value, in the form of a draft. */
  finish(value: unknown, move: EndOfEdit): void
  /** Ends it with a text that is no value; the cell keeps the text and says so. */
  keepText(text: string): void
  cancel(): void
}

/** Where the focus goes when an edit ends; `stay` keeps the cell, `none` leaves the focus where it is. */
export type EndOfEdit = 'down' | 'up' | 'next' | 'previous' | 'stay' | 'none'

export const TablePartsContext = createContext<TableParts | null>(null)

/** True if a cell can be changed, as far as the page knows. */
export type CanChange = (record: EntityRecord, field: FieldMeta) => boolean
