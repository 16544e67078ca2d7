/** Measures of the layout Table, in CSS pixels; table.css has them too. */
export const tableSizes = {
  row: 36,
  head: 32,
  minColumn: 60,
  maxColumn: 800,
  /** By how much a key changes a width. */
  step: 16,
} as const
