/** The operators of filters (reference: http-api, Filters). */
export const operators = ['=', '!=', '<', '<=', '>', '>=', 'like', 'not like', 'in', 'not in', 'between', 'is'] as const
export type Operator = (typeof operators)[number]
