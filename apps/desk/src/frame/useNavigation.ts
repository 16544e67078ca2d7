import { useSession } from '@tavla/app-shell'
import { client, watchEvents } from '@tavla/app-shell/frame'
import { createReadThrottle } from '@tavla/client'
import { watchKept } from '@tavla/client/pinned'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { clearNavigation, loadNavigation, readNavigation, watchNavigation } from './navigation-store.ts'

/**
 * The main entities, read again for another user. Counts are refreshed on every change of screen, when a communication
 * arrives or changes, and when the live connection starts.
 */
export function useNavigation() {
  const { user } = useSession()
  const section = useLocation().pathname.split('/')[2]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other entities
  useEffect(() => clearNavigation, [user])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect counts again on each change of section
  useEffect(() => void loadNavigation(), [user, section])

  useEffect(() => {
    const throttle = createReadThrottle(() => void loadNavigation())
    // Without the right to read communications the server silently refuses, and there are no counts.
    const leave = client.live.watchList('Communication')
    const stopEvents = watchEvents((_name, payload) => {
      if (isAboutCommunication(payload)) throttle.schedule()
    })
    const stopReturns = watchReturns(throttle.schedule)
    const stopGap = watchGap()
    const stopKept = watchKept(() => void loadNavigation())
    return () => {
      throttle.stop()
      leave()
      stopEvents()
      stopReturns()
      stopGap()
      stopKept()
    }
  }, [])

  return useSyncExternalStore(watchNavigation, readNavigation)
}

function isAboutCommunication(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return false
  const { entity, action } = payload as { entity?: unknown; action?: unknown }
  return entity === 'Communication' || action === 'communication'
}

/** Calls `listener` when the live connection returns: events from before it are lost. */
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
 * Once both the first counts and the first live connection exist, asks whether anything changed in between; the site
 * answers with an event, and without a change nothing is read twice.
 */
function watchGap(): () => void {
  let isAsked = false
  const ask = () => {
    const { stamp: since } = readNavigation()
    if (isAsked || since === null || !isOnline()) return
    isAsked = true
    // If the connection breaks in the meantime, everything is read again on its return.
    client.live.emit('list_update', { entity: 'Communication', since }).catch(() => undefined)
  }
  const stops = [watchNavigation(ask), client.live.status.subscribe(ask)]
  ask()
  return () => {
    for (const stop of stops) stop()
  }
}

const isOnline = () => client.live.status.getSnapshot().status === 'online'
