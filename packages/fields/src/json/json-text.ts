/** A JSON value as text to edit; text stays as it is, since a draft is text. */
export function toJsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** The value that a draft stands for. Text that doesn't parse is left, for the server to refuse. */
export function fromJsonText(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? null
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    // A bare JSON text would be read as JSON once more on the server; it has to keep its quotes.
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

export function isJsonText(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
