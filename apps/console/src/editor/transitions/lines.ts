import { textOf } from '@tavla/contract'

/** The lines of a text without blank ones: states, roles, fieldnames. */
export const readLines = (text: unknown): string[] =>
  textOf(text)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The text of these lines; null for none. */
export const writeLines = (lines: readonly string[]): string | null => (lines.length === 0 ? null : lines.join('\n'))
