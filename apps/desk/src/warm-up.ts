import { preload } from '@tavla/app-shell'

/** Begins to load what the address will need while the session is still being asked for. */
export function warmUp(path: string): void {
  if (path !== '/' && !path.startsWith('/app')) return
  void import('./staff.ts')
  const entity = /^\/app\/([^/]+)/.exec(path)?.[1]
  if (entity !== undefined) preload(decodeURIComponent(entity))
}
