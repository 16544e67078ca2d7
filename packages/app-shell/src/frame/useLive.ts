import { isAway, watchReach } from '@tavla/client'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { client, seemsAway } from '../app-client.ts'
import { appState } from '../boot/app-state.ts'
import { checkSession } from '../boot/session-end.ts'
import { findServer } from '../find-server.ts'

/** How long the first screen may take before the live connection is begun beside it, in milliseconds. */
const patience = 500

/** How often a server that gave no answer is looked for while somebody looks at the page, in milliseconds. */
const interval = 10_000

/**
 * Keeps the live connection while somebody is signed in. A lost one is tried again at every navigation and at `online`; where
 * calls were not answered either, as soon as one is.
 */
export function useLive(): void {
  const { pathname } = useLocation()

  useEffect(() => {
    // Its library is loaded and run when the browser has nothing better to do: rows come first.
    const cancel = whenIdle(client.live.connect)
    return () => {
      cancel()
      client.live.disconnect()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is what it waits for
  useEffect(() => client.live.retry(), [pathname])

  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const look = () => void lookAgain().catch(() => undefined)
    // In another tab somebody else may have signed in meanwhile, as whom nobody must go on here.
    const comeBack = () =>
      document.visibilityState === 'visible' && !seemsAway() ? void checkSession().catch(() => undefined) : look()
    const act = () => appState().isExpired && look()
    const timer = setInterval(look, interval)
    document.addEventListener('visibilitychange', comeBack, { signal })
    addEventListener('online', look, { signal })
    addEventListener('pointerdown', act, { signal, capture: true, passive: true })
    addEventListener('keydown', act, { signal, capture: true, passive: true })
    const stop = watchReturn(() => (appState().isExpired ? look() : client.live.retry()))
    // Whether the server is away or live updates alone are, only another call can tell.
    const stopAsking = client.live.status.subscribe(() => isLost() && void findServer())
    return () => {
      clearInterval(timer)
      stop()
      stopAsking()
      end.abort()
    }
  }, [])
}

/** Finds back to a server or a session that was away, for the button. @throws ApiError */
export async function regain(): Promise<void> {
  if (appState().isExpired) await checkSession()
  else if (!(await findServer())) return
  client.live.retry()
}

/** Looks for a server or a session that was away; not for live updates that fail while all else is answered. @throws ApiError */
async function lookAgain(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  if (appState().isExpired || isAway() || !navigator.onLine) await regain()
}

const isLost = (): boolean => client.live.status.getSnapshot().status === 'lost'

/** Calls `act` when a call is answered after one that was not. */
function watchReturn(act: () => void): () => void {
  let wasAway = isAway()
  return watchReach(() => {
    const hasReturned = wasAway && !isAway()
    wasAway = isAway()
    if (hasReturned) act()
  })
}

function whenIdle(run: () => void): () => void {
  // Not in every browser yet.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, patience)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: patience })
  return () => cancelIdleCallback(handle)
}
