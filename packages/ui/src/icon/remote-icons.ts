/** Name → path of the icon, or null if no icon has that name. */
const known = new Map<string, string | null>()
const asked = new Map<string, Promise<string | null | undefined>>()

/** The path of a fetched icon; null if no icon has this name, undefined before the first fetch. */
export function knownIcon(name: string): string | null | undefined {
  return /^[a-z0-9_]{1,60}$/.test(name) ? known.get(name) : null
}

/**
 * Fetches an icon, once for all components that draw it; undefined if the server did not answer, and the next call
 * tries again.
 */
export function findIcon(name: string): Promise<string | null | undefined> {
  const asking = asked.get(name) ?? fetchIcon(name).finally(() => asked.delete(name))
  asked.set(name, asking)
  return asking
}

async function fetchIcon(name: string): Promise<string | null | undefined> {
  try {
    const answer = await fetch(addressOf(name))
    if (answer.status >= 500) return undefined
    const path = answer.ok ? pathIn(await answer.text()) : null
    known.set(name, path)
    return path
  } catch {
    return undefined
  }
}

/** Address of the icon of this name in the build (see vite.ts). */
const addressOf = (name: string): string => `${import.meta.env.BASE_URL}assets/icons/${name}.svg`

/** The path in an icon's file; null if the server answered with a page. */
function pathIn(file: string): string | null {
  const paths = file.startsWith('<svg') ? [...file.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path) : []
  return paths.length === 0 ? null : paths.join(' ')
}
