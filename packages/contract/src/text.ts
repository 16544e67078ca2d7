/** A text as it is, '' for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
