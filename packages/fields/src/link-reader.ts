import type { LinkSuggestion } from '@tavla/contract'

type SuggestLinks = (
  question: { entity: string; txt: string },
  signal: AbortSignal,
) => Promise<readonly LinkSuggestion[]>

/**
 * Reads the record that a text names by its id or title: its id, null for a blank text, undefined if no record or more
 * than one has that name. Each name is looked up once; `onFound` gets the record of each.
 */
export function createLinkReader(
  suggestLinks: SuggestLinks,
  onFound?: (entity: string, found: LinkSuggestion) => void,
) {
  const known = new Map<string, Promise<string | undefined>>()
  const { signal } = new AbortController()

  const find = async (entity: string, text: string): Promise<string | undefined> => {
    const found = await suggestLinks({ entity, txt: text }, signal)
    const byId = found.find(({ value }) => value === text)
    const byTitle = found.filter(({ label }) => label.trim().toLowerCase() === text.toLowerCase())
    const only = byId ?? (byTitle.length === 1 ? byTitle[0] : undefined)
    if (only) onFound?.(entity, only)
    return only?.value
  }

  return (entity: string, typed: string): Promise<string | null | undefined> => {
    const text = typed.trim()
    if (text === '') return Promise.resolve(null)
    if (entity === '') return Promise.resolve(undefined)
    const key = `${entity}\n${text}`
    const reading = known.get(key) ?? find(entity, text).catch(() => undefined)
    known.set(key, reading)
    return reading
  }
}
