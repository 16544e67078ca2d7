/** The value if it is a string, otherwise ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
