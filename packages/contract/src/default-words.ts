/**
 * Defaults of a field that stand for the moment at which a record is created, and for its creator (reference:
 * http-api, Creating).
 */
export const defaultWords = { today: 'Today', now: 'Now', user: '__user' } as const

const words: ReadonlySet<unknown> = new Set(Object.values(defaultWords))

/** True for a default whose value is known only on save. */
export const isDefaultWord = (text: unknown): boolean => words.has(text)
