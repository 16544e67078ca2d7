import type { PinnedView } from '@tavla/contract'
import type { Client } from '../client.ts'
import { createListeners } from '../listeners.ts'
import { createObservable } from '../observable.ts'

interface Pinned {
  /** In the person's order; null in an app without Home. */
  views: readonly PinnedView[] | null
}

const pinned = createObservable<Pinned>({ views: null })
const kept = createListeners()
let writes = 0

/** The views that the person pinned (reference: http-api, Home). */
export const pinnedViews: Pick<typeof pinned, 'getSnapshot' | 'subscribe'> = pinned

/** Calls `listener` when the server has kept other views, or the same in another order: their numbers are to be read. */
export const watchKept = kept.listen

/** Shows the answer of the server, which an older copy lacks, unless a change of it is on its way. */
export function showPinned(views: readonly PinnedView[] | undefined): void {
  if (writes === 0) pinned.set({ views: views ?? [] })
}

export const pinnedIn = ({ views }: Pinned, id: string): boolean => views?.some((view) => view.id === id) ?? false

/** Pins a view behind the others, or takes it off. @throws ApiError, and shows the former ones */
export function pinView(client: Pinner, user: string, view: PinnedView, isPinned: boolean): Promise<void> {
  const others = (pinned.getSnapshot().views ?? []).filter(({ id }) => id !== view.id)
  return arrangePinned(client, user, isPinned ? [...others, view] : others)
}

/** Shows the views in this order, and keeps it. @throws ApiError, and shows the former ones */
export async function arrangePinned(client: Pinner, user: string, views: readonly PinnedView[]): Promise<void> {
  const former = pinned.getSnapshot().views
  pinned.set({ views })
  writes++
  try {
    await client.users.update(user, { pinned_views: views.map(({ id }) => id) })
  } catch (error) {
    pinned.set({ views: former })
    throw error
  } finally {
    writes--
  }
  kept.tell()
}

type Pinner = Pick<Client, 'users'>
