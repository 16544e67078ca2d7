import { type Colour, type SelectOption, textOf } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'

/** One choice of a Select in the editor; it may be blank. */
export interface Choice extends SelectOption {
  key: string
}

/**
 * Choices from the text of options: one value per line, or JSON of label/value pairs (reference: metadata,
 * Field types).
 */
export function readChoices(options: string): SelectOption[] {
  if (options.trimStart().startsWith('[')) {
    try {
      const pairs: unknown = JSON.parse(options)
      if (Array.isArray(pairs)) return pairs.map(toOption)
    } catch {
      // The text is not JSON, so it is lines.
    }
  }
  const lines = options.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => ({ value: line.trim(), label: line.trim() }))
}

/** The text of options for these choices; null for none. */
export function writeChoices(choices: readonly SelectOption[]): string | null {
  const given = choices
    .map(({ value, label }) => ({ label: label.trim(), value: value.trim() }))
    .filter(({ value }) => value !== '')
  if (given.length === 0) return null
  const hasLabels = given.some(({ label, value }) => label !== '' && label !== value)
  return hasLabels ? JSON.stringify(given) : given.map(({ value }) => value).join('\n')
}

/** The colour of the state with this title; Gray if there is none. */
export function colourOf(states: unknown, title: string): Colour {
  const state = readRows(states).find((row) => row.title === title)
  return (state?.color as Colour | undefined) ?? 'Gray'
}

/** Sets the colour of the state with this title. */
export function withColour(states: unknown, title: string, color: string): unknown {
  const rows = readRows(states)
  if (rows.some((row) => row.title === title)) {
    return rows.map((row) => (row.title === title ? { ...row, color } : row))
  }
  return [...rows, { idx: rows.length, title, color }]
}

/** The states after a choice got another text, which keeps its colour; undefined if they don't change. */
export function withTitle(states: unknown, from: string, to: string, isShared: boolean): unknown {
  const rows = readRows(states)
  const isTaken = rows.some((row) => row.title === to)
  if (isShared || from === '' || isTaken || !rows.some((row) => row.title === from)) return undefined
  return rows.map((row) => (row.title === from ? { ...row, title: to } : row))
}

function toOption(item: unknown): SelectOption {
  const { value, label } = (typeof item === 'object' && item !== null ? item : { value: item }) as Record<
    string,
    unknown
  >
  const text = typeof value === 'number' ? String(value) : textOf(value)
  return { value: text, label: textOf(label) || text }
}
