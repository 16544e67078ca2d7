import { createObservable } from '@tavla/client'
import type { EntityRecord, SessionInfo } from '@tavla/contract'
import { useSyncExternalStore } from 'react'

/** The state of the whole application (reference: screens, Boot and guard). */
export interface AppState {
  /** `failed` and `unreached`, where no server answered, show an overlay over everything. */
  status: 'loading' | 'ready' | 'failed' | 'unreached'
  /** The answer of `validate`; null before. */
  session: SessionInfo | null
  /** The signed-in user's record; null for guests and until it is read. */
  user: EntityRecord | null
  /** The server has ended the session while something would be lost; the page stays until the user signs in again. */
  isExpired: boolean
  /** The window over the page asks for the password. */
  isAskingPassword: boolean
  /** The server has ended the session; the sign-in screen says so, whichever way leads there. */
  wasEnded: boolean
}

const state = createObservable<AppState>({
  status: 'loading',
  session: null,
  user: null,
  isExpired: false,
  isAskingPassword: false,
  wasEnded: false,
})

export const appState = state.getSnapshot

/** Merges the given keys and renders again. */
export const setAppState = state.set

export function useAppState(): AppState {
  return useSyncExternalStore(state.subscribe, appState)
}

/** The signed-in session; only for screens behind the guard. */
export function useSession(): SessionInfo {
  const { session } = useAppState()
  if (!session) throw new Error('No session')
  return session
}

/** The guest user value marks a visitor who is not signed in (reference: screens, Boot and guard). */
export const isSignedIn = ({ session }: AppState): boolean => session !== null && session.user !== 'Guest'
