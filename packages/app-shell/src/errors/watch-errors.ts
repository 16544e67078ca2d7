import { setErrorCallback } from '@tavla/client'
import type { DataRouter } from 'react-router'
import { appState, isSignedIn } from '../boot/app-state.ts'
import { rememberPath } from '../boot/return-path.ts'
import { forgetSession } from '../boot/sign-out.ts'
import { hasUnsaved } from '../records/unsaved.ts'
import type { LoginState } from '../sign-in/Login.tsx'

/** Logs every failed answer (spec 8); one that says the session has ended leads to the sign-in screen and back. */
export function watchErrors(router: DataRouter): void {
  setErrorCallback((response, body) => {
    console.error(`${response.status} ${response.url}`, body)
    if (response.status !== 401 || !isSignedIn(appState())) return
    // A draft outlives the session: who signs in again in another tab can still save it.
    if (hasUnsaved()) return
    const { pathname, search } = router.state.location
    rememberPath(pathname + search)
    const state: LoginState = { notice: 'You need to sign in to continue.' }
    void forgetSession().then(() => router.navigate('/login', { state }))
  })
}
