import { createObservable } from '@tavla/client'
import type { EntityRecord, SessionInfo } from '@tavla/contract'
import { useSyncExternalStore } from 'react'

/** What the whole application stands on (reference: screens, Boot and guard). */
export interface AppState {
  /** `failed` puts the overlay over everything. */
  status: 'loading' | 'ready' | 'failed'
  /** As `validate` answered; null before. */
  session: SessionInfo | null
  /** The signed-in user's record; null for guests and until it is read. */
  user: EntityRecord | null
  /** The server has ended the session while a draft was open, which stays until somebody signs in again. */
  isExpired: boolean
  /** The server has ended the session, and the sign-in screen says so, by whichever way it is reached. */
  wasEnded: boolean
}

const state = createObservable<AppState>({
  status: 'loading',
  session: null,
  user: null,
  isExpired: false,
  wasEnded: false,
})

export const appState = state.getSnapshot

/** Takes over the given keys and draws anew. */
export const setAppState = state.set

export function useAppState(): AppState {
  return useSyncExternalStore(state.subscribe, appState)
}

/** The signed-in session; for screens behind the guard only. */
export function useSession(): SessionInfo {
  const { session } = useAppState()
  if (!session) throw new Error('No session')
  return session
}

/** The guest user value marks somebody who is not signed in (reference: screens, Boot and guard). */
export const isSignedIn = ({ session }: AppState): boolean => session !== null && session.user !== 'Guest'
