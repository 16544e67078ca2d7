import type { SessionInfo } from '@tavla/contract'
import { shell } from '../shell.ts'

const languageKey = 'tavla.language'
const sessionKey = 'tavla.session'

/** Changes at each start of a session, which other tabs hear of. */
export const startKey = 'tavla.start'

/** Changes when a user signs out, which the other tabs of that user hear of. */
const signOutKey = 'tavla.sign-out'

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

/** Tells the other tabs that a user has signed out. */
export function tellSignOut(user: string): void {
  localStorage.setItem(sessionKey, 'no')
  localStorage.setItem(signOutKey, `${user}\n${Date.now()}`)
}

/** Whether another tab told that the user has signed out. */
export const tellsSignOut = ({ key, newValue }: StorageEvent, user: string | undefined): boolean =>
  key === signOutKey && user !== undefined && newValue?.split('\n')[0] === user
