/** Name → the path of its picture, or null where there is no icon of that name. */
const known = new Map<string, string | null>()
const asked = new Map<string, Promise<string | null | undefined>>()

/** The path of an icon that was fetched before; null when there is none of this name, undefined before it was asked for. */
export function knownIcon(name: string): string | null | undefined {
  return /^[a-z0-9_]{1,60}$/.test(name) ? known.get(name) : null
}

/** Fetches an icon, once for all that draw it; undefined where the server did not answer, which the next one asks again. */
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

/** Where the build puts the icon of this name (see vite.ts). */
const addressOf = (name: string): string => `${import.meta.env.BASE_URL}assets/icons/${name}.svg`

/** What an icon's file draws; a page that answers in its place draws nothing. */
function pathIn(file: string): string | null {
  const paths = file.startsWith('<svg') ? [...file.matchAll(/<path d="([^"]+)"/g)].map(([, path]) => path) : []
  return paths.length === 0 ? null : paths.join(' ')
}
