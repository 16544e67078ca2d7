import { appState, createRefusedCalls, client as hq, keepsDrafts, noteAccount } from '@tavla/app-shell/frame'
import { hasUnsaved } from '@tavla/app-shell/records'
import {
  type ApiError,
  type Client,
  createClient,
  createListeners,
  type FailedCall,
  type Observable,
  onSessionEnd,
  toApiError,
} from '@tavla/client'
import type { SessionInfo } from '@tavla/contract'
import { alwaysThroughHq, noteLeft } from './always-hq.ts'

/** State of the session on a project's server; `unreachable` when it doesn't answer. */
export type StagingStatus = 'checking' | 'guest' | 'signedIn' | 'unreachable'

interface StagingState {
  status: StagingStatus
  /** Why it is unreachable, or why HQ did not sign the operator in by itself. */
  error?: ApiError
  /** Stays when the server has ended the session under work, so that the screen stays, too. */
  session: SessionInfo | null
  /** That session's end: the window asks for the password, or the operator has put it off. */
  end: 'asking' | 'later' | null
}

/**
 * The console's connection to the active project's server (reference: live-events, In the client; hosting, Operator
 * sign-in). Failing sign-ins throw ApiError.
 */
export interface Staging extends Observable<StagingState> {
  readonly client: Client
  /** Asks for the signed-in user there; a guest who always signs in with HQ is signed in, if `mayUseHq`. */
  check(mayUseHq?: boolean): Promise<void>
  /** The same while a screen of the server is open; a failure changes nothing. */
  look(): Promise<void>
  signIn(user: string, password: string): Promise<void>
  /** With a token of HQ: 60 s, single use. */
  signInWithHq(): Promise<void>
  /** Opens the window that asks for the password, after the operator has put it off. */
  askAgain(): void
  /** Closes that window; the refused calls fail. */
  signInLater(): void
  /** Leads to the sign-in of the project. */
  leaveForSignIn(): void
  /** Ends the live connection; each project has its own. */
  leave(): void
}

/** Message to the other tabs: somebody has signed in at a project's server. */
export const signedIn = 'signed in'

export function createStaging(id: string, host: string): Staging {
  let state: StagingState = { status: 'checking', session: null, end: null }
  const changes = createListeners()
  const refused = createRefusedCalls()
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
      if (response.status === 401 && state.status === 'signedIn' && state.end === null) leaveAs('guest')
    },
  })

  const leaveAs = (status: StagingStatus, error?: ApiError) => {
    client.reset()
    set({ status, session: null, end: null, ...(error && { error }) })
    refused.answer(false)
  }

  const hasWork = async () => hasUnsaved() || client.isEditing() || (await keepsDrafts(host, state.session?.user ?? ''))

  /** Asks for the password over the page for a write, or while there is work. */
  const signInAgain = async ({ method }: FailedCall) => {
    if (state.status !== 'signedIn') return false
    if (method === 'GET' && state.end === null && !(await hasWork())) return false
    set({ ...state, end: 'asking' })
    return refused.wait()
  }

  const take = (session: SessionInfo) => {
    const isAnother = state.session !== null && state.session.user !== session.user
    if (isAnother) client.reset()
    set({ status: 'signedIn', session, end: null })
    refused.answer(!isAnother)
    noteAccount(appState().session?.user ?? '', host, session.user)
    client.live.connect()
  }

  const check = async (mayUseHq = false) => {
    onSessionEnd(host, signInAgain)
    try {
      const session = await client.auth.validate()
      if (session.user !== 'Guest') take(session)
      else if (mayUseHq && (await alwaysThroughHq(id))) await signInWithHq().catch(showForm)
      else leaveAs('guest')
    } catch (error) {
      leaveAs('unreachable', toApiError(error))
    }
  }

  /** The window of another tab may wait for this. */
  const enter = async () => {
    await check()
    noteLeft(id, false)
    const { tellTabs } = await import('@tavla/client/browser')
    tellTabs(signedIn, host)
  }

  const signInWithHq = async () => {
    const { token } = await hq.entities.runAction<{ token: string }>('Project', id, 'create_login_token')
    await client.auth.loginWithToken(token)
    await enter()
  }

  const showForm = (error: unknown) => leaveAs('guest', toApiError(error))

  return {
    client,
    getSnapshot: () => state,
    subscribe: changes.listen,
    check,
    async look() {
      const session = await client.auth.validate().catch(() => null)
      if (session && session.user !== 'Guest') take(session)
    },
    async signIn(user, password) {
      await client.auth.login({ user, password })
      await enter()
    },
    signInWithHq,
    askAgain: () => set({ ...state, end: 'asking' }),
    signInLater() {
      set({ ...state, end: 'later' })
      refused.answer(false)
    },
    leaveForSignIn() {
      noteLeft(id, true)
      leaveAs('guest')
    },
    leave() {
      refused.answer(false)
      client.reset()
    },
  }
}
