/** A body as it was sent: nothing in it is what it should be until it was looked at. */
export type Body = Readonly<Record<string, unknown>>

/** A text of a body; blank when it is none. Passwords are not trimmed. */
export const text = (value: unknown, trim = true) => (typeof value !== 'string' ? '' : trim ? value.trim() : value)
