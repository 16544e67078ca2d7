/** Fieldnames in a text, separated by commas or line breaks. */
export function readNames(text: unknown): string[] {
  return typeof text === 'string'
    ? text
        .split(/[,\n]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : []
}

/** The text of these names; null for none. */
export const writeNames = (names: readonly string[]): string | null => (names.length === 0 ? null : names.join(', '))
