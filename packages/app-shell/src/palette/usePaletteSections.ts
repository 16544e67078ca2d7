import type { FoundRecord, RecentRecord } from '@tavla/contract'
import { type EntityEnvironment, useEnvironment } from '@tavla/entity-ui'
import { type I18n, useI18n } from '@tavla/i18n/react'
import { listShortcuts } from '@tavla/ui'
import { useState } from 'react'
import { copyText } from '../copy-text.ts'
import { foundPath } from '../search/found-path.ts'
import { searchPath } from '../search/search-path.ts'
import {
  actionEntries,
  isNamed,
  matchingPlaces,
  type PaletteEntry,
  type PalettePlace,
  type PaletteSection,
  placeEntries,
  placeOf,
  recordEntries,
} from './palette-entries.ts'
import { useCreatable } from './useCreatable.ts'
import { type Found, useFound } from './useFound.ts'
import { useRecent } from './useRecent.ts'

/** Number of records that the palette shows at most. */
const most = 8

interface PaletteQuestion {
  text: string
  places: readonly PalettePlace[]
  /** The record whose actions are shown alone. */
  subject: PaletteEntry | null
  /** Whether the actions of the screen behind are offered. */
  withScreen: boolean
}

/** The rows of the palette: what the text finds, or without one what the person opened lately. */
export function usePaletteSections({ text, places, subject, withScreen }: PaletteQuestion): {
  sections: readonly PaletteSection[]
  found: Found
} {
  const { t } = useI18n()
  const { recordPath } = useEnvironment()
  // Read before the window opens over the screen.
  const [shortcuts] = useState(listShortcuts)
  const found = useFound(subject ? '' : text, { limit: most })
  const recent = useRecent()
  const matching = subject ? [] : matchingPlaces(t, places, text)
  const creatable = useCreatable(text === '' ? [] : matching)
  if (subject) {
    const ways = { t, list: placeOf(places, subject.href ?? ''), copy: (link: string) => void copyText(link, t) }
    const entries = recordEntries(subject, ways, text)
    return { sections: entries.length === 0 ? [] : [{ label: 'With {0}', args: [subject.title], entries }], found }
  }
  // Messages have no list of their own; the place above them is Home.
  const iconOf = (entity: string, href: string) =>
    iconsOfMessages.get(entity) ?? placeOf(places, href)?.icon ?? 'table_rows'
  const records =
    text === ''
      ? recent.slice(0, most).flatMap((record) => recentEntry(t, recordPath, iconOf, record))
      : (found.answer?.results ?? []).flatMap((result) => foundEntry(t, recordPath, iconOf, result))
  const ways = { label: 'Go to', entries: placeEntries(t, matching, creatable, text) }
  // Its whole name leads to a place at once, before the records in which the word stands.
  const isPlace = text !== '' && isNamed(ways.entries, text)
  const sections = [
    ...(isPlace ? [ways] : []),
    { label: text === '' ? 'Recently opened' : 'Found', entries: [...records, ...allEntry(t, text, found)] },
    { label: 'On this screen', entries: withScreen ? actionEntries(shortcuts, text) : [] },
    ...(isPlace ? [] : [ways]),
  ]
  return { sections: sections.filter(({ entries }) => entries.length > 0), found }
}

const iconsOfMessages: ReadonlyMap<string, string> = new Map([
  ['Communication', 'mail'],
  ['Note', 'lock'],
])

type RecordPath = EntityEnvironment['recordPath']

function recentEntry(
  t: I18n['t'],
  recordPath: RecordPath,
  iconOf: (entity: string, href: string) => string,
  { entity, id, title }: RecentRecord,
): PaletteEntry[] {
  const href = recordPath(entity, id)
  if (href === undefined) return []
  const details = title === id ? [t(entity, undefined, entity)] : [t(entity, undefined, entity), id]
  return [{ key: `${entity}\n${id}`, icon: iconOf(entity, href), title: title || id, details, href, isRecord: true }]
}

function foundEntry(
  t: I18n['t'],
  recordPath: RecordPath,
  iconOf: (entity: string, href: string) => string,
  result: FoundRecord,
): PaletteEntry[] {
  const { entity, id, title, description, field_label, snippet, match } = result
  const href = foundPath(recordPath, result)
  if (href === undefined) return []
  const isTitle = snippet === title
  const others = isTitle || snippet === id ? [description] : [`${t(field_label, undefined, entity)}: ${snippet}`]
  const details = [t(entity, undefined, entity), ...(id === title ? [] : [id]), ...others].filter((part) => part !== '')
  const key = `${entity}\n${id}`
  return [{ key, icon: iconOf(entity, href), title, details, href, isRecord: true, ...(isTitle && { match }) }]
}

/** The way to all that was found, when the palette shows only a part of it. */
function allEntry(t: I18n['t'], text: string, { answer }: Found): PaletteEntry[] {
  if (!answer) return []
  const count = Object.values(answer.counts).reduce((sum, one) => sum + one, 0)
  if (count <= answer.results.length) return []
  const title = answer.complete ? t('All {0} results', [count]) : t('All results')
  return [{ key: 'all', icon: 'search', title, href: searchPath(text) }]
}
