import { useSession } from '@tavla/app-shell'
import { client, watchEvents } from '@tavla/app-shell/frame'
import { createNewsPace } from '@tavla/client'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { clearNavigation, loadNavigation, readNavigation, watchNavigation } from './navigation-store.ts'

/** How long counts stay good while the first live connection comes about, in milliseconds. */
const fresh = 3000

/**
 * The main entities, for another user read anew. Counts are refreshed whenever another screen is entered, a communication comes
 * or changes, and the live connection has come about.
 */
export function useNavigation() {
  const { user } = useSession()
  const section = useLocation().pathname.split('/')[2]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other entities
  useEffect(() => clearNavigation, [user])
  // biome-ignore lint/correctness/useExhaustiveDependencies: entering another part is the moment to count again
  useEffect(() => void loadNavigation(), [user, section])

  useEffect(() => {
    const pace = createNewsPace(() => void loadNavigation())
    // Whoever may not read communications is refused without a word, and sees no counts.
    const leave = client.live.watchList('Communication')
    const stopEvents = watchEvents((_name, payload) => {
      if (isAboutCommunication(payload)) pace.hear()
    })
    const stopReturns = watchReturns(pace.hear)
    return () => {
      pace.stop()
      leave()
      stopEvents()
      stopReturns()
    }
  }, [])

  return useSyncExternalStore(watchNavigation, readNavigation)
}

function isAboutCommunication(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { entity, action } = payload as { entity?: unknown; action?: unknown }
  return entity === 'Communication' || action === 'communication'
}

/**
 * Calls `listener` when the live connection stands, at first or again: what came before it was heard of by nobody. The first
 * one usually follows at once on the first reading, which then need not be repeated.
 */
function watchReturns(listener: () => void): () => void {
  const { status } = client.live
  const begun = performance.now()
  let wasOnline = status.getSnapshot().status === 'online'
  let isFirst = !wasOnline
  return status.subscribe(() => {
    const isOnline = status.getSnapshot().status === 'online'
    if (isOnline && !wasOnline) {
      if (!isFirst || performance.now() - begun > fresh) listener()
      isFirst = false
    }
    wasOnline = isOnline
  })
}
