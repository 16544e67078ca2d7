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
  /** Further words that a search finds it by; they are not shown. */
  words?: string | undefined
  /** It is seen, and cannot be chosen; its description says why. */
  isClosed?: boolean | undefined
  /** Draws the label as a pill. */
  color?: PillColor | undefined
}

/** The id of one option, for aria-activedescendant. */
export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** The options that contain `typed`, those that begin with it first, and last those that only other words tell of. */
export function matchOptions(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.trim().toLocaleLowerCase()
  if (wanted === '') return options
  const places = options.map((option) => option.label.toLocaleLowerCase().indexOf(wanted))
  const atStart = options.filter((_, index) => places[index] === 0)
  const within = options.filter((_, index) => (places[index] ?? -1) > 0)
  const byWords = options.filter(
    ({ words }, index) => places[index] === -1 && words?.toLocaleLowerCase().includes(wanted),
  )
  return [...atStart, ...within, ...byWords]
}

/** The only option, or the only one whose label equals `typed`; undefined if several may be meant. */
export function onlyMatch(options: readonly Option[], typed: string): Option | undefined {
  if (options.length === 1) return options[0]
  const wanted = typed.trim().toLocaleLowerCase()
  const same = options.filter((option) => option.label.toLocaleLowerCase() === wanted)
  return same.length === 1 ? same[0] : undefined
}

/** Where keys or the pointer stand in a list of options. */
export interface Pointed {
  /** Index of the option, -1 for none. */
  at: number
  /** Value of the option that the arrows reached. */
  meant?: string | undefined
}

/**
 * Index of the active option, -1 for none, also after another answer of the search replaced the options: the one that
 * the arrows reached stays active wherever it stands now, and the first one follows it when it is gone.
 */
export function activeOption(options: readonly Option[], { at, meant }: Pointed): number {
  if (meant === undefined) return Math.min(at, options.length - 1)
  return Math.max(
    options.length > 0 ? 0 : -1,
    options.findIndex(({ value }) => value === meant),
  )
}
