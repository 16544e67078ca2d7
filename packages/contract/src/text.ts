/** The value if it is a string, otherwise ''. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A text as it is, null for an empty one and for any other value. */
export const textOrNull = (value: unknown): string | null => textOf(value) || null
