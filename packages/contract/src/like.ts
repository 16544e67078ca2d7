/** Escapes `%`, `_` and `\\` in a pattern of `like` (reference: http-api, Filters). */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The text that `escapeLike` was given. */
export const unescapeLike = (pattern: string): string => pattern.replace(/\\([\\%_])/g, '$1')
