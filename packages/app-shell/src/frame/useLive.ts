import { isAway, watchReach } from '@tavla/client'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { client, seemsAway } from '../app-client.ts'
import { appState } from '../boot/app-state.ts'
import { startKey } from '../boot/hints.ts'
import { checkSession, followSignOut } from '../boot/session-end.ts'
import { tellsSignOut } from '../boot/sign-out-news.ts'
import { findServer } from '../find-server.ts'

/** Maximum wait for the first screen before the live connection starts beside it, in milliseconds. */
const patience = 500

/** Interval between checks for an unreachable server while the page is visible, in milliseconds. */
const interval = 10_000

/**
 * Keeps the live connection while the user is signed in. Retries a lost one at every navigation and at `online`; if
 * calls failed too, as soon as one is answered.
 */
export function useLive(): void {
  const { pathname } = useLocation()

  useEffect(() => {
    // Loads and starts the library when the browser is idle: rows come first.
    const cancel = whenIdle(client.live.connect)
    return () => {
      cancel()
      client.live.disconnect()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on each navigation
  useEffect(() => client.live.retry(), [pathname])

  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    const look = () => void lookAgain().catch(() => undefined)
    // Another person may have signed in in another tab; this tab must not go on as that person.
    const comeBack = () =>
      document.visibilityState === 'visible' && !seemsAway() ? void checkSession().catch(() => undefined) : look()
    const act = () => appState().isExpired && !appState().isAskingPassword && look()
    const timer = setInterval(look, interval)
    document.addEventListener('visibilitychange', comeBack, { signal })
    addEventListener('online', look, { signal })
    // Signing in in another tab ends the question here, and signing out there ends this tab's work, too.
    const hear = (event: StorageEvent) => {
      if (event.key === startKey) look()
      if (tellsSignOut(event, appState().session?.user)) void followSignOut()
    }
    addEventListener('storage', hear, { signal })
    addEventListener('pointerdown', act, { signal, capture: true, passive: true })
    addEventListener('keydown', act, { signal, capture: true, passive: true })
    const stop = watchReturn(() => (appState().isExpired ? look() : client.live.retry()))
    // Only another call can tell whether the whole server is away or only live updates.
    const stopAsking = client.live.status.subscribe(() => isLost() && void findServer())
    return () => {
      clearInterval(timer)
      stop()
      stopAsking()
      end.abort()
    }
  }, [])
}

/** Checks session and server again and reconnects; for the button. @throws ApiError */
export async function regain(): Promise<void> {
  if (appState().isExpired) await checkSession()
  else if (!(await findServer())) return
  client.live.retry()
}

/** Checks for the return of a server or a session; not while only live updates fail. @throws ApiError */
async function lookAgain(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  if (appState().isExpired || isAway() || !navigator.onLine) await regain()
}

const isLost = (): boolean => client.live.status.getSnapshot().status === 'lost'

/** Calls `act` when a call is answered after an unanswered one. */
function watchReturn(act: () => void): () => void {
  let wasAway = isAway()
  return watchReach(() => {
    const hasReturned = wasAway && !isAway()
    wasAway = isAway()
    if (hasReturned) act()
  })
}

function whenIdle(run: () => void): () => void {
  // Some browsers lack it.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, patience)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: patience })
  return () => cancelIdleCallback(handle)
}
