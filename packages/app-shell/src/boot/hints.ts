import type { SessionInfo } from '@tavla/contract'
import { shell } from '../shell.ts'
import { keepDraftsOf } from './kept-drafts.ts'

const languageKey = 'tavla.language'
const sessionKey = 'tavla.session'

/** The language that the last session here had, so that its texts can be asked for before we know; null at a first visit. */
export const rememberedLanguage = (): string | null => localStorage.getItem(languageKey)

/** The language to say the first words in. */
export const guessLanguage = (): string => rememberedLanguage() ?? (navigator.language.startsWith('he') ? 'he' : 'en')

/** Whether there probably is a session, so that what it needs can be asked for before we know; at a first visit the address tells. */
export function guessSignedIn(path: string): boolean {
  const known = localStorage.getItem(sessionKey)
  return known === null ? shell().isInside(path) : known === 'yes'
}

/** Keeps what the next start will guess by. */
export function rememberSession({ lang, user }: SessionInfo): void {
  localStorage.setItem(languageKey, lang)
  localStorage.setItem(sessionKey, user === 'Guest' ? 'no' : 'yes')
  if (user !== 'Guest') keepDraftsOf(user)
}
