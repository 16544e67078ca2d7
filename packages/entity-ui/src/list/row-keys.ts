/** Index of the row that an arrow, Home or End key moves to from row `at`; undefined for any other key. */
export function targetOf(key: string, at: number, count: number, columns: number, isRtl: boolean): number | undefined {
  const along = isRtl ? -1 : 1
  switch (key) {
    case 'ArrowDown':
      return at + columns < count ? at + columns : at
    case 'ArrowUp':
      return at - columns >= 0 ? at - columns : at
    case 'ArrowRight':
      return columns > 1 ? at + along : undefined
    case 'ArrowLeft':
      return columns > 1 ? at - along : undefined
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
