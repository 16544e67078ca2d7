/** Limits of an expression (reference: expressions, Limits). */
export const expressionLimits = {
  /** Characters of the text. */
  length: 2000,
  /** Names, values, operators and calls. */
  nodes: 200,
  /** Nested brackets, calls, lists, macros and choices. */
  depth: 16,
  /** Elements of a list that is written out. */
  listElements: 50,
  /** Characters of a text result. */
  resultLength: 1_000_000,
  /** Characters that the functions of texts go through in one run: a tenth of a second of work. */
  textWork: 50_000_000,
} as const
