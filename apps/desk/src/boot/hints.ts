import type { SessionInfo } from '@tavla/contract'

const languageKey = 'tavla.language'
const sessionKey = 'tavla.session'

/** The language that the session will probably have, so that its texts can be asked for before we know. */
export function guessLanguage(): string {
  return localStorage.getItem(languageKey) ?? (navigator.language.startsWith('he') ? 'he' : 'en')
}

/** Whether there probably is a session, so that what it needs can be asked for before we know. */
export function guessSignedIn(): boolean {
  return localStorage.getItem(sessionKey) !== null
}

/** Keeps what the next start will guess by. */
export function rememberSession({ lang, user }: SessionInfo): void {
  localStorage.setItem(languageKey, lang)
  if (user === 'Guest') localStorage.removeItem(sessionKey)
  else localStorage.setItem(sessionKey, '1')
}
