import { appState, client as hq, noteAccount } from '@tavla/app-shell/frame'
import { type ApiError, type Client, createClient, createListeners, type Observable, toApiError } from '@tavla/client'
import type { SessionInfo } from '@tavla/contract'

/** State of the session on a project's server; `unreachable` when it doesn't answer. */
export type StagingStatus = 'checking' | 'guest' | 'signedIn' | 'unreachable'

interface StagingState {
  status: StagingStatus
  /** The failure, if it is unreachable. */
  error?: ApiError
  session: SessionInfo | null
}

/**
 * The console's connection to the active project's server (reference: live-events, In the client; hosting, Operator
 * sign-in). Failing sign-ins throw ApiError.
 */
export interface Staging extends Observable<StagingState> {
  readonly client: Client
  /** Asks for the signed-in user there. */
  check(): Promise<void>
  signIn(user: string, password: string): Promise<void>
  /** With a token of HQ: 60 s, single use. */
  signInWithHq(): Promise<void>
  /** Ends the live connection; each project has its own. */
  leave(): void
}

export function createStaging(id: string, host: string): Staging {
  let state: StagingState = { status: 'checking', session: null }
  const changes = createListeners()
  const set = (next: StagingState) => {
    state = next
    changes.tell()
  }

  const client = createClient({
    host,
    onError(response, body) {
      console.error(`${response.status} ${response.url}`, body)
      // Only that server's session has ended: HQ's goes on (reference: hosting, Operator sign-in; screens,
      // Error window).
      if (response.status === 401 && state.status === 'signedIn') leaveAs('guest')
    },
  })

  const leaveAs = (status: StagingStatus, error?: ApiError) => {
    client.reset()
    set({ status, session: null, ...(error && { error }) })
  }

  const check = async () => {
    try {
      const session = await client.auth.validate()
      if (session.user === 'Guest') return leaveAs('guest')
      set({ status: 'signedIn', session })
      noteAccount(appState().session?.user ?? '', host, session.user)
      client.live.connect()
    } catch (error) {
      leaveAs('unreachable', toApiError(error))
    }
  }

  return {
    client,
    getSnapshot: () => state,
    subscribe: changes.listen,
    check,
    async signIn(user, password) {
      await client.auth.login({ user, password })
      await check()
    },
    async signInWithHq() {
      const { token } = await hq.entities.runAction<{ token: string }>('Project', id, 'create_login_token')
      await client.auth.loginWithToken(token)
      await check()
    },
    leave: () => client.reset(),
  }
}
