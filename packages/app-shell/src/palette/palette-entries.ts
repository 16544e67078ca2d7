import { searchFold } from '@tavla/fields/search'
import type { ListedShortcut } from '@tavla/ui'
import { paletteKeys } from './palette-state.ts'

/** A screen that the palette leads to. */
export interface PalettePlace {
  icon: string | null
  /** In the person's language. */
  label: string
  href: string
}

/** One row of the palette. */
export interface PaletteEntry {
  key: string
  icon: string
  title: string
  /** Ranges of the title that were found. */
  match?: readonly (readonly [start: number, end: number])[]
  /** Further words beside the title, in the order of their weight. */
  details?: readonly string[]
  /** A shortcut that does the same. */
  keys?: string
  /** Address that the row leads to; a row without one does something. */
  href?: string
  run?(): void
}

export interface PaletteSection {
  /** English source text. */
  label: string
  entries: readonly PaletteEntry[]
}

/** The places whose name, in letters as they are searched, contains the text. */
export const placeEntries = (places: readonly PalettePlace[], text: string): PaletteEntry[] =>
  places
    .filter(({ label }) => isMatch(label, text))
    .map(({ icon, label, href }) => ({ key: `place ${href}`, icon: icon ?? 'table_rows', title: label, href }))

/**
 * The actions that the screen behind the palette has keys for: those of the open record, which came last, stand first, and
 * deletion last.
 */
export const actionEntries = (shortcuts: readonly ListedShortcut[], text: string): PaletteEntry[] =>
  shortcuts
    .toReversed()
    .sort((one, other) => Number(one.keys === 'Delete') - Number(other.keys === 'Delete'))
    .filter(({ keys, label }) => keys !== paletteKeys && isMatch(label, text))
    .map(({ keys, label, run }) => ({ key: `action ${keys}`, icon: 'bolt', title: label, keys, run }))

/** Each typed word begins a word of the label. */
function isMatch(label: string, text: string): boolean {
  const words = wordsOf(label)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

const wordsOf = (text: string) => searchFold(text).split(/\s+/).filter(Boolean)
