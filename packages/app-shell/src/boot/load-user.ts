import type { EntityRecord } from '@tavla/contract'
import { setAppState } from './app-state.ts'
import { call } from './call.ts'

/** Reads the signed-in user's record for the picture in the user menu; on failure the initials stay. */
export async function loadUser(id: string): Promise<void> {
  try {
    setAppState({ user: (await call<{ user: EntityRecord }>('GET', `/api/user/${encodeURIComponent(id)}`)).user })
  } catch (error) {
    console.error(error)
  }
}
