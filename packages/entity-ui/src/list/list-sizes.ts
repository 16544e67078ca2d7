/** Measures of the list; list.css repeats the height. */
export const listSizes = {
  /** CSS pixels. */
  rowHeight: 85,
  /** Milliseconds after the last change of the window's size. */
  resizeDebounce: 500,
} as const
