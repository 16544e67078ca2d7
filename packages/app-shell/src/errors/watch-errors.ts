import { setErrorCallback } from '@tavla/client'
import { endSession } from '../boot/session-end.ts'

/**
 * Logs every failed answer (reference: screens, Error window); an answer that ends the session leads to the
 * sign-in screen.
 */
export function watchErrors(): void {
  setErrorCallback((response, body) => {
    console.error(`${response.status} ${response.url}`, body)
    if (response.status === 401) void endSession()
  })
}
