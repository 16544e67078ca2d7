/** Measures of the list. */
export const listSizes = {
  /** CSS pixels; styles have it as `--row`. */
  rowHeight: 85,
  /** Milliseconds after the last change of the window's size. */
  resizeDebounce: 500,
} as const
