/** The operators of contract 3.6, rule 2. */
export const operators = ['=', '!=', '<', '<=', '>', '>=', 'like', 'not like', 'in', 'not in', 'between', 'is'] as const
export type Operator = (typeof operators)[number]
