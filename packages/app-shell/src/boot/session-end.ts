import type { SessionInfo } from '@tavla/contract'
import type { DataRouter } from 'react-router'
import { hasUnsaved } from '../records/unsaved.ts'
import { appState, isSignedIn, setAppState } from './app-state.ts'
import { call } from './call.ts'
import { rememberPath } from './return-path.ts'
import { forgetSession } from './sign-out.ts'

let router: DataRouter | undefined

/** Sets the router that leads to the sign-in screen, once. */
export function setRouter(given: DataRouter): void {
  router = given
}

/**
 * Leads to the sign-in screen and back when the server no longer knows the session. A draft stays on screen, since a
 * user who signs in again in another tab can still save it.
 */
export function endSession(): void {
  if (!router || !isSignedIn(appState())) return
  if (hasUnsaved()) {
    setAppState({ isExpired: true })
    return
  }
  const { navigate, state } = router
  rememberPath(state.location.pathname + state.location.search)
  forgetSession()
  setAppState({ wasEnded: true })
  void navigate('/login')
}

/** Checks that the session still belongs to the person on screen, and ends it otherwise. @throws ApiError */
export async function checkSession(): Promise<void> {
  const { user } = await call<SessionInfo>('GET', '/api/auth/validate')
  if (user !== appState().session?.user) endSession()
  else if (appState().isExpired) setAppState({ isExpired: false })
}
