/** Measures of the calendar, in pixels; styles have the same. */
export const calendarSizes = {
  /** The names of the weekdays. */
  head: 32,
  /** The number of a day, above its entries. */
  number: 30,
  /** An entry with the gap below it. */
  block: 24,
  /** The same with a second line. */
  roomy: 44,
  /** Lowest height of a week. */
  week: 104,
  /** A row of the agenda. */
  row: 56,
  /** Width below which days hold dots, and the entries of the chosen day stand below. */
  compact: 640,
} as const
