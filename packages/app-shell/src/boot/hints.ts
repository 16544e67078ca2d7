import type { SessionInfo } from '@tavla/contract'
import { shell } from '../shell.ts'

const languageKey = 'tavla.language'
/** `yes` while somebody is signed in. */
export const sessionKey = 'tavla.session'

/** Changes at each start of a session, which other tabs hear of. */
export const startKey = 'tavla.start'

/**
 * The language of the last session in this browser, so that its texts load before the session is known; null
 * at a first visit.
 */
export const rememberedLanguage = (): string | null => localStorage.getItem(languageKey)

/** The language of the first texts. */
export const guessLanguage = (): string => rememberedLanguage() ?? (navigator.language.startsWith('he') ? 'he' : 'en')

/**
 * True if there probably is a session, so that its data can be requested before the session is known; at a first visit
 * the address decides.
 */
export function guessSignedIn(path: string): boolean {
  const known = localStorage.getItem(sessionKey)
  return known === null ? shell().isInside(path) : known === 'yes'
}

/** Stores the guesses for the next start. */
export function rememberSession({ lang, user }: SessionInfo): void {
  localStorage.setItem(languageKey, lang)
  localStorage.setItem(sessionKey, user === 'Guest' ? 'no' : 'yes')
  if (user !== 'Guest') localStorage.setItem(startKey, String(Date.now()))
}
