import { searchFold } from '@tavla/fields/search'
import type { I18n } from '@tavla/i18n/react'
import type { ListedShortcut } from '@tavla/ui'
import { paletteKeys } from './palette-state.ts'

/** A screen that the palette leads to. */
export interface PalettePlace {
  icon: string | null
  /** In the person's language. */
  label: string
  /** Another name, which finds it too. */
  alias?: string
  href: string
  /** The address for a text that is no name, such as the code of an error. */
  addressOf?(text: string): string | undefined
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
  /** A record, which has actions of its own. */
  isRecord?: true
  run?(): void
}

export interface PaletteSection {
  /** English source text. */
  label: string
  args?: readonly string[]
  entries: readonly PaletteEntry[]
}

/** The places whose name, in letters as they are searched, begins with the text, also as that of a new record. */
export const matchingPlaces = (t: I18n['t'], places: readonly PalettePlace[], text: string) =>
  places.filter(
    (place) => place.addressOf?.(text) || isPlace(place, text) || isMatch(t('New {0}', [place.label]), text),
  )

/** The ways to places, and to the new record of a list where one may be made. */
export const placeEntries = (
  t: I18n['t'],
  places: readonly PalettePlace[],
  creatable: ReadonlySet<string>,
  text: string,
) =>
  places.flatMap((place): PaletteEntry[] => {
    const { icon, label, alias } = place
    const href = place.addressOf?.(text) ?? place.href
    const details = alias === undefined ? [] : [alias]
    const title = t('New {0}', [label])
    return [
      ...(href !== place.href || isPlace(place, text)
        ? [{ key: `place ${href}`, icon: icon ?? 'table_rows', title: label, details, href }]
        : []),
      ...(creatable.has(href) && isMatch(title, text)
        ? [{ key: `new ${href}`, icon: 'add', title, href: `${href}?new=1` }]
        : []),
    ]
  })

/** True if the text begins the words of one of its names. */
const isPlace = ({ label, alias = '' }: PalettePlace, text: string) => isMatch(label, text) || isMatch(alias, text)

/** True if the text is the whole title of one of them. */
export const isNamed = (entries: readonly PaletteEntry[], text: string): boolean =>
  entries.some(({ title }) => searchFold(title).trim() === searchFold(text).trim())

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

interface RecordWays {
  t: I18n['t']
  /** The screen of its list. */
  list: PalettePlace | undefined
  copy: (text: string) => void
}

/** The actions of a record that the palette shows. */
export function recordEntries({ href = '', icon }: PaletteEntry, { t, list, copy }: RecordWays, text: string) {
  const entries: PaletteEntry[] = [
    { key: 'open', icon, title: t('Open', undefined, 'action'), href },
    { key: 'new tab', icon: 'open_in_new', title: t('New tab'), run: () => window.open(href, '_blank') },
    { key: 'copy', icon: 'link', title: t('Copy Link'), run: () => copy(new URL(href, location.href).href) },
    ...(list ? [{ key: 'list', icon: list.icon ?? 'table_rows', title: list.label, href: list.href }] : []),
  ]
  return entries.filter(({ title }) => isMatch(title, text))
}

/** The place below which an address lies. */
export const placeOf = (places: readonly PalettePlace[], href: string): PalettePlace | undefined =>
  places
    .filter((place) => href.startsWith(`${place.href}/`))
    .reduce<PalettePlace | undefined>(
      (best, place) => (best && best.href.length > place.href.length ? best : place),
      undefined,
    )

/** Each typed word begins a word of the label. */
function isMatch(label: string, text: string): boolean {
  const words = wordsOf(label)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

const wordsOf = (text: string) => searchFold(text).split(/\s+/).filter(Boolean)
