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
  'contains',
  'not contains',
  'starts with',
  'in',
  'not in',
  'between',
  'is',
  'in period',
  'not in period',
] as const

/** The operators that compare as search does, and the part of a text that each looks at. */
export const searching: Readonly<Partial<Record<string, 'anywhere' | 'beginning'>>> = {
  contains: 'anywhere',
  'not contains': 'anywhere',
  'starts with': 'beginning',
}

/** The operators that name a period stand for `between` or a comparison with its days. */
export type Operator = Exclude<(typeof operators)[number], `${string} period`>
