import { client, type LoadState, showOpenCount, showUnread, unreadVersion } from '@tavla/app-shell/frame'
import { createListeners } from '@tavla/client'
import { showPinned } from '@tavla/client/pinned'
import type { NavigationItem } from '@tavla/contract'

interface Navigation {
  entities: readonly NavigationItem[]
  /** Received messages without a record that await an answer. */
  unmatched: number
  status: LoadState
  /** The moment at which they were counted; null before. */
  stamp: string | null
}

const unread: Navigation = { entities: [], unmatched: 0, status: 'loading', stamp: null }
let navigation = unread
let asked = 0
const changes = createListeners()

export const readNavigation = (): Navigation => navigation

export const watchNavigation = changes.listen

/** Reads the main entities and their open counts again; the former ones stay until the answer arrives. */
export async function loadNavigation(): Promise<void> {
  const number = ++asked
  const version = unreadVersion()
  try {
    const { entities, stamp, unread_notifications, pinned_views } = await client.app.navigation()
    if (number !== asked) return
    // A live event that came in the meantime knows better.
    if (version === unreadVersion()) showUnread(unread_notifications)
    showPinned(pinned_views)
    set({ ...navigation, entities, stamp, status: 'ready' })
    const unmatched = await countUnmatched()
    if (number === asked && unmatched !== navigation.unmatched) set({ ...navigation, unmatched })
  } catch {
    if (number === asked) set({ ...navigation, status: navigation.entities.length > 0 ? 'ready' : 'failed' })
  }
}

/** 0 without the right to read messages. */
async function countUnmatched(): Promise<number> {
  const filters = { reference_entity: ['is', 'not set'], sent_or_received: 'Received', status: 'Open' }
  const query = { filters, fields: ['id'], limit_page_length: 1 }
  return client.entities.list('Communication', query).then(
    ({ count }) => count,
    () => 0,
  )
}

/** Clears the data of another user. */
export function clearNavigation(): void {
  asked++
  showUnread(0)
  showPinned([])
  set(unread)
}

function set(next: Navigation): void {
  navigation = next
  showOpenCount(next.entities.reduce((total, { open_count }) => total + open_count, next.unmatched))
  changes.tell()
}
