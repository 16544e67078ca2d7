import { useSession } from '@tavla/app-shell'
import { client, watchEvents } from '@tavla/app-shell/frame'
import { createNewsPace } from '@tavla/client'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { clearNavigation, loadNavigation, readNavigation, watchNavigation } from './navigation-store.ts'

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
    const stopGap = watchGap()
    return () => {
      pace.stop()
      leave()
      stopEvents()
      stopReturns()
      stopGap()
    }
  }, [])

  return useSyncExternalStore(watchNavigation, readNavigation)
}

function isAboutCommunication(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { entity, action } = payload as { entity?: unknown; action?: unknown }
  return entity === 'Communication' || action === 'communication'
}

/** Calls `listener` when the live connection stands again: what came before it was heard of by nobody. */
function watchReturns(listener: () => void): () => void {
  const { status } = client.live
  let wasOnline = isOnline()
  let isFirst = !wasOnline
  return status.subscribe(() => {
    if (isOnline() && !wasOnline) {
      if (!isFirst) listener()
      isFirst = false
    }
    wasOnline = isOnline()
  })
}

/**
 * Once the first counts and the first live connection are both there, asks whether anything came between them; the site tells
 * it as an event, and nothing is read twice where nothing came.
 */
function watchGap(): () => void {
  let isAsked = false
  const ask = () => {
    const { stamp: since } = readNavigation()
    if (isAsked || since === null || !isOnline()) return
    isAsked = true
    // Where the connection breaks meanwhile, everything is read again when it stands again.
    client.live.emit('list_update', { entity: 'Communication', since }).catch(() => undefined)
  }
  const stops = [watchNavigation(ask), client.live.status.subscribe(ask)]
  ask()
  return () => {
    for (const stop of stops) stop()
  }
}

const isOnline = () => client.live.status.getSnapshot().status === 'online'
