import { setErrorCallback } from '@tavla/client'
import { appState, isSignedIn } from '../boot/app-state.ts'

/**
 * Logs every failed answer (reference: screens, Error window); an answer that ends the session leads to the
 * sign-in screen.
 */
export function watchErrors(): void {
  setErrorCallback((response, body) => {
    console.error(`${response.status} ${response.url}`, body)
    if (response.status === 401 && isSignedIn(appState())) void endSession()
  })
}

/** Its code comes with the area of a signed-in person. */
async function endSession(): Promise<void> {
  const sessionEnd = await import('../boot/session-end.ts')
  await sessionEnd.endSession()
}
