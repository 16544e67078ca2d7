import type { PillColor } from '../show/Pill.tsx'

/** One of the choices of a Select or ComboBox. */
export interface Option {
  value: string
  label: string
  /** English source of the label where it is an interface text, which can be corrected in place. */
  source?: string | undefined
  /** The meaning that tells the source from others of the same words. */
  context?: string | undefined
  /** A second, quieter line. */
  description?: string | undefined
  /** Draws the label as a pill. */
  color?: PillColor | undefined
}

/** The id of one option, for aria-activedescendant. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** The options that hold `typed`, those that begin with it first. */
export function matchOptions(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.trim().toLocaleLowerCase()
  if (wanted === '') return options
  const places = options.map((option) => option.label.toLocaleLowerCase().indexOf(wanted))
  const atStart = options.filter((_, index) => places[index] === 0)
  return [...atStart, ...options.filter((_, index) => (places[index] ?? -1) > 0)]
}

/** The only option there is, or the only one that reads as `typed`; undefined where it may mean several. */
export function onlyMatch(options: readonly Option[], typed: string): Option | undefined {
  if (options.length === 1) return options[0]
  const wanted = typed.trim().toLocaleLowerCase()
  const same = options.filter((option) => option.label.toLocaleLowerCase() === wanted)
  return same.length === 1 ? same[0] : undefined
}
