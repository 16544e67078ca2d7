import { preload } from '@tavla/app-shell'

/** Begins to load what the address will need while the session is still being asked for. */
export function warmUp(path: string): void {
  if (path !== '/' && !path.startsWith('/app')) return
  void import('./staff.ts')
  const entity = decode(/^\/app\/([^/]+)/.exec(path)?.[1])
  if (entity) preload(entity)
}

/** A part of an address that was typed by hand may be no such thing. */
function decode(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
