import type { ImportCell } from '@tavla/contract'

/** A cell of the file as text; '' for a blank one. */
export const cellText = (cell: ImportCell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell)
