import { preload, type ShellOptions } from '@tavla/app-shell'

/** Starts to load the data of the address while the session request is still running. */
export function warmUp(path: string): void {
  if (path !== '/' && !path.startsWith('/app')) return
  void import('./staff.ts')
  const entity = decode(/^\/app\/([^/]+)/.exec(path)?.[1])
  // Screens of their own begin with `~`, which no entity's name does.
  if (entity && !entity.startsWith('~')) preload(entity)
}

/** Finds what a start needs among the copies of an earlier visit. */
export const openCopies: NonNullable<ShellOptions['openCopies']> = async (...start) => {
  const { loadOffline } = await import('./staff.ts')
  return (await loadOffline()).openCopies(...start)
}

/** A segment that a user typed by hand may be invalid. */
function decode(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
