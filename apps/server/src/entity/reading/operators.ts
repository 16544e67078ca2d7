/** The operators of filters (reference: http-api, Filters). */
export const operators = [
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'like',
  'not like',
  'in',
  'not in',
  'between',
  'is',
  'in period',
  'not in period',
] as const

/** The operators that name a period stand for `between` or a comparison with its days. */
export type Operator = Exclude<(typeof operators)[number], `${string} period`>
