import { client, type LoadState } from '@tavla/app-shell/frame'
import type { NavigationItem } from '@tavla/contract'

interface Navigation {
  entities: readonly NavigationItem[]
  status: LoadState
}

let navigation: Navigation = { entities: [], status: 'loading' }
let asked = 0
const listeners = new Set<() => void>()

export const readNavigation = (): Navigation => navigation

export function watchNavigation(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Reads the main entities and their open counts again; what is on screen stays until the answer is there. */
export async function loadNavigation(): Promise<void> {
  const number = ++asked
  try {
    const entities = await client.app.navigation()
    if (number === asked) set({ entities, status: 'ready' })
  } catch {
    if (number === asked) set({ ...navigation, status: navigation.entities.length > 0 ? 'ready' : 'failed' })
  }
}

/** Forgets what belonged to another user. */
export function clearNavigation(): void {
  asked++
  set({ entities: [], status: 'loading' })
}

function set(next: Navigation): void {
  navigation = next
  for (const listener of listeners) listener()
}
