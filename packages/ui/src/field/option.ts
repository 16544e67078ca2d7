import type { PillColor } from '../show/Pill.tsx'

/** One option of a Select or ComboBox. */
export interface Option {
  value: string
  label: string
  /** English source of the label if it is an interface text; people can correct it in place. */
  source?: string | undefined
  /** The meaning of the source, where the same words have several. */
  context?: string | undefined
  /** A second, quieter line. */
  description?: string | undefined
  /** It is seen, and cannot be chosen; its description says why. */
  isClosed?: boolean | undefined
  /** Draws the label as a pill. */
  color?: PillColor | undefined
}

/** The id of one option, for aria-activedescendant. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** The options that contain `typed`, those that begin with it first. */
export function matchOptions(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.trim().toLocaleLowerCase()
  if (wanted === '') return options
  const places = options.map((option) => option.label.toLocaleLowerCase().indexOf(wanted))
  const atStart = options.filter((_, index) => places[index] === 0)
  return [...atStart, ...options.filter((_, index) => (places[index] ?? -1) > 0)]
}

/** The only option, or the only one whose label equals `typed`; undefined if several may be meant. */
export function onlyMatch(options: readonly Option[], typed: string): Option | undefined {
  if (options.length === 1) return options[0]
  const wanted = typed.trim().toLocaleLowerCase()
  const same = options.filter((option) => option.label.toLocaleLowerCase() === wanted)
  return same.length === 1 ? same[0] : undefined
}
