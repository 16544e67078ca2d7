import type { SessionInfo } from '@tavla/contract'
import { dropUnsaved } from '../records/unsaved.ts'
import { appState, setAppState } from './app-state.ts'
import { call } from './call.ts'
import { forgetDrafts } from './kept-drafts.ts'
import { forgetPath } from './return-path.ts'

let forgetMore: () => void = () => undefined

/** Sets what else is to be forgotten with a session, once there is something. */
export function alsoForget(handle: () => void): void {
  forgetMore = handle
}

/**
 * Ends the session and forgets all that was loaded for it, drafts of letters and the way back included; where to go then is the
 * caller's business. @throws ApiError
 */
export async function signOut(): Promise<void> {
  await call('GET', '/api/auth/logout')
  forgetSession()
  forgetDrafts()
  forgetPath()
}

/** Becomes a guest without asking the server, which has ended the session itself or was just told. */
export function forgetSession(): void {
  const { session } = appState()
  dropUnsaved()
  if (session)
    setAppState({ session: { ...session, user: 'Guest', full_name: 'Guest' } satisfies SessionInfo, user: null })
  forgetMore()
}
