import type { SessionInfo } from '@tavla/contract'
import { appState, setAppState } from './app-state.ts'
import { call } from './call.ts'

/** Ends the session and forgets all that was loaded for it; where to go then is the caller's business. */
export async function signOut(): Promise<void> {
  await call('GET', '/api/auth/logout')
  await forgetSession()
}

/** Becomes a guest without asking the server, which has ended the session itself or was just told. */
export async function forgetSession(): Promise<void> {
  const { session } = appState()
  if (session)
    setAppState({ session: { ...session, user: 'Guest', full_name: 'Guest' } satisfies SessionInfo, user: null })
  const { client } = await import('../app-client.ts')
  client.reset()
}
