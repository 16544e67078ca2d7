import type { SessionInfo } from '@tavla/contract'
import { discardAll, dropUnsaved } from '../records/unsaved.ts'
import { appState, setAppState } from './app-state.ts'
import { call } from './call.ts'
import { hideCopies } from './hints.ts'
import { wipeKept } from './kept-of-user.ts'
import { forgetPath } from './return-path.ts'
import { tellSignOut } from './sign-out-news.ts'

let forgetMore: () => void = () => undefined

/** Registers a function that clears further data of a session. */
export function alsoForget(handle: () => void): void {
  forgetMore = handle
}

/**
 * Ends the session and clears all data that was loaded for it, drafts and the return path included; the
 * caller navigates. @throws ApiError
 */
export async function signOut(): Promise<void> {
  const user = appState().session?.user
  await call('GET', '/api/auth/logout')
  if (user !== undefined) tellSignOut(user)
  // Another call may have been refused meanwhile, which made this page a guest's.
  await forgetUser(user)
}

/** Clears what this tab and this browser know of the user, after a sign-out in any tab; the caller navigates. */
export async function forgetUser(user = appState().session?.user): Promise<void> {
  // First, or an open form writes its draft after the wiping.
  discardAll()
  forgetSession()
  forgetPath()
  setAppState({ isExpired: false, isAskingPassword: false })
  if (user !== undefined) await wipeKept(user)
}

/** Becomes a guest without a request, because the server has already ended the session. */
export function forgetSession(): void {
  const { session } = appState()
  hideCopies(session?.user)
  dropUnsaved()
  if (session)
    setAppState({ session: { ...session, user: 'Guest', full_name: 'Guest' } satisfies SessionInfo, user: null })
  forgetMore()
}
