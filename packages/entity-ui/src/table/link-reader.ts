import type { FieldServices } from '@tavla/fields/ui'

/**
 * Reads the record that a text names by its id or title: its id, null for a blank text, undefined if no record or more
 * than one has that name. Each name is looked up once.
 */
export function createLinkReader(suggestLinks: FieldServices['suggestLinks']) {
  const known = new Map<string, Promise<string | undefined>>()
  const { signal } = new AbortController()

  const find = async (entity: string, text: string): Promise<string | undefined> => {
    const found = await suggestLinks({ entity, txt: text }, signal)
    const byId = found.find(({ value }) => value === text)
    const byTitle = found.filter(({ label }) => label.trim().toLowerCase() === text.toLowerCase())
    return byId?.value ?? (byTitle.length === 1 ? byTitle[0]?.value : undefined)
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
