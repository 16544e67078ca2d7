/** A cell by its indexes: row −1 is the head, column −1 the gutter with number and box. */
export interface GridPlace {
  row: number
  column: number
}

/** Two corners of a block of cells. */
export interface GridBlock {
  top: number
  bottom: number
  first: number
  last: number
}

/** The block between two cells. */
export const blockOf = (a: GridPlace, b: GridPlace): GridBlock => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  first: Math.min(a.column, b.column),
  last: Math.max(a.column, b.column),
})

interface GridSize {
  rows: number
  columns: number
  /** Rows on a page. */
  page: number
  isRtl: boolean
}

/** The cell that a key moves to; undefined for any other key. Arrows follow the screen, so they are mirrored from right to left. */
export function placeAfterKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  at: GridPlace,
  { rows, columns, page, isRtl }: GridSize,
): GridPlace | undefined {
  const isFar = event.ctrlKey || event.metaKey
  const along = isRtl ? -1 : 1
  const sideways = (by: number) => ({
    ...at,
    column: isFar ? (by < 0 ? 0 : columns - 1) : Math.max(-1, Math.min(columns - 1, at.column + by)),
  })
  const upright = (by: number) => ({ ...at, row: Math.max(-1, Math.min(rows - 1, at.row + by)) })
  switch (event.key) {
    case 'ArrowRight':
      return sideways(along)
    case 'ArrowLeft':
      return sideways(-along)
    case 'ArrowDown':
      return isFar ? { ...at, row: rows - 1 } : upright(1)
    case 'ArrowUp':
      return isFar ? { ...at, row: Math.min(at.row, 0) } : upright(-1)
    case 'PageDown':
      return upright(page)
    case 'PageUp':
      return { ...at, row: Math.max(0, at.row - page) }
    case 'Home':
      return { row: isFar ? 0 : at.row, column: 0 }
    case 'End':
      return { row: isFar ? rows - 1 : at.row, column: columns - 1 }
    default:
      return undefined
  }
}

/** The next cell in reading order, over the ends of rows; undefined behind the last and before the first. */
export function placeAfterTab(
  at: GridPlace,
  step: 1 | -1,
  size: Pick<GridSize, 'rows' | 'columns'>,
): GridPlace | undefined {
  const column = at.column + step
  if (column >= 0 && column < size.columns) return { ...at, column }
  const row = at.row + step
  return row < 0 || row >= size.rows ? undefined : { row, column: step > 0 ? 0 : size.columns - 1 }
}
