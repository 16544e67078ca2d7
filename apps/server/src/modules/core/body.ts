/** A request body that is not validated yet. */
export type Body = Readonly<Record<string, unknown>>

/** A text of a body; '' for any other value. Passwords are not trimmed. */
export const text = (value: unknown, trim = true) => (typeof value !== 'string' ? '' : trim ? value.trim() : value)
