import type { SessionInfo } from '@tavla/contract'
import { shell } from '../shell.ts'

const languageKey = 'tavla.language'
/** The user who is signed in, or `no`. */
const sessionKey = 'tavla.session'
const nobody = 'no'

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
  return known === null ? shell().isInside(path) : known !== nobody
}

/** The user of the last session in this browser, whose copies may be read; undefined once that session has ended. */
export function rememberedUser(): string | undefined {
  const known = localStorage.getItem(sessionKey)
  return known === null || known === nobody ? undefined : known
}

/** Hides the copies of a user until that user has signed in again. */
export function hideCopies(user: string | undefined): void {
  if (rememberedUser() === user) localStorage.setItem(sessionKey, nobody)
}

/** Stores the guesses for the next start. */
export function rememberSession({ lang, user }: SessionInfo): void {
  localStorage.setItem(languageKey, lang)
  localStorage.setItem(sessionKey, user === 'Guest' ? nobody : user)
  if (user !== 'Guest') localStorage.setItem(startKey, String(Date.now()))
}
