import type { FailedCall } from '@tavla/client'
import type { SessionInfo } from '@tavla/contract'
import { hasUnsaved } from '../records/unsaved.ts'
import { appRouter } from './app-router.ts'
import { appState, isSignedIn, setAppState } from './app-state.ts'
import { call } from './call.ts'
import { hideCopies } from './hints.ts'
import { countKept } from './kept-of-user.ts'
import { createRefusedCalls } from './refused-calls.ts'
import { rememberPath } from './return-path.ts'
import { forgetSession, forgetUser } from './sign-out.ts'

let hasOpenForm: () => boolean = () => false
const refused = createRefusedCalls()

/** Sets how to find out whether a form is in edit mode, once. */
export function setFormCheck(check: () => boolean): void {
  hasOpenForm = check
}

/**
 * Handles the end of the session (reference: screens, Session end): it leads to the sign-in screen and back, or, while
 * something would be lost, asks for the password over the page.
 */
export async function endSession(): Promise<void> {
  // A person who put it off is not asked again by every look.
  if (!isSignedIn(appState()) || appState().isExpired) return
  hideCopies(appState().session?.user)
  const isAtStake = await hasWork()
  // Meanwhile the user may have signed out, or a write may have asked for the password and waits for the answer.
  if (!isSignedIn(appState()) || appState().isExpired) return
  if (isAtStake) setAppState({ isExpired: true, isAskingPassword: true })
  else await leaveForSignIn()
}

/** Asks for the password over the page for a write, or while there is work; true once the call is worth repeating. */
export async function signInAgain({ method }: FailedCall): Promise<boolean> {
  if (!isSignedIn(appState())) return false
  hideCopies(appState().session?.user)
  if (method === 'GET' && !appState().isExpired && !(await hasWork())) return false
  setAppState({ isExpired: true, isAskingPassword: true })
  return refused.wait()
}

/** Checks that the session still belongs to the person on screen, and ends it otherwise. @throws ApiError */
export async function checkSession(): Promise<void> {
  const { user } = await call<SessionInfo>('GET', '/api/auth/validate')
  if (user !== appState().session?.user) return endSession()
  if (appState().isExpired) setAppState({ isExpired: false, isAskingPassword: false })
  refused.answer(true)
}

/** Closes the window of the password; the refused calls fail, and the bar above offers to sign in. */
export function signInLater(): void {
  setAppState({ isAskingPassword: false })
  refused.answer(false)
}

/** Leads to the sign-in screen; what the browser keeps waits for its own user. */
export async function leaveForSignIn(): Promise<void> {
  const router = appRouter()
  if (!router) return
  const { navigate, state } = router
  const { pathname, search, hash } = state.location
  rememberPath(pathname + search + hash)
  forgetSession()
  setAppState({ wasEnded: true, isExpired: false, isAskingPassword: false })
  refused.answer(false)
  await navigate('/login')
}

/** Leads to the sign-in screen after the user has signed out in another tab, with nothing kept here either. */
export async function followSignOut(): Promise<void> {
  await forgetUser()
  refused.answer(false)
  await appRouter()?.navigate('/login')
}

async function hasWork(): Promise<boolean> {
  if (hasUnsaved() || hasOpenForm()) return true
  const { drafts, queued } = await countKept(appState().session?.user ?? '')
  return drafts + queued > 0
}
