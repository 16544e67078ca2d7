/**
 * Defaults of a field that stand for a value of the moment at which a record is made, and for the person who makes it
 * (reference: http-api, Creating).
 */
export const defaultWords = { today: 'Today', now: 'Now', user: '__user' } as const

const words: ReadonlySet<unknown> = new Set(Object.values(defaultWords))

/** True for a default that only the moment of saving gives a value. */
export const isDefaultWord = (text: unknown): boolean => words.has(text)
