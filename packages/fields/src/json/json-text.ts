/** A JSON value as text to edit; a text stays as it is, since it is a draft. */
export function toJsonText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value, null, 2)
}

/** The value of a draft. Invalid JSON stays text, for the server to refuse. */
export function fromJsonText(text: unknown): unknown {
  if (typeof text !== 'string') return text ?? null
  if (text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    // Without its quotes the server would parse the text as JSON once more.
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
