import { isUnanswered } from '@tavla/client'
import type { SessionInfo, TranslationEntry } from '@tavla/contract'
import { firstTranslations } from '@tavla/i18n'
import { setLanguage } from '@tavla/i18n/react'
import { flushSync } from 'react-dom'
import { type Start, shell } from '../shell.ts'
import { appState, setAppState } from './app-state.ts'
import { call } from './call.ts'
import { guessLanguage, guessSignedIn, rememberedLanguage, rememberedUser, rememberSession } from './hints.ts'
import { loadUser } from './load-user.ts'

/** Milliseconds after which the first screen is drawn from copies. */
const patience = 3000

let running: Promise<void> | undefined
let latest: Start | undefined

/** The session and texts that were shown last, for copies of them. */
export const latestStart = (): Start | undefined => latest

/**
 * Initialises the application, once for all navigations (reference: screens, Boot and guard). Never throws: a
 * failure is a state.
 */
export function boot(): Promise<void> {
  running ??= start()
  return running
}

/**
 * Runs the boot again, after sign-in and after a change of language (reference: screens, Boot and guard).
 * Requests the texts of the expected language in parallel with the session. A failure leaves the application
 * as it was.
 * @throws ApiError
 */
export function reboot(language?: string): Promise<void> {
  const attempt = start(language)
  running = attempt.catch(() => undefined)
  return attempt
}

/** One round trip: session, translations and the first screen's data in parallel. Then the user. */
async function start(expected = rememberedLanguage()): Promise<void> {
  if (appState().status !== 'ready') setLanguage(guessLanguage(), firstTranslations())
  if (guessSignedIn(location.pathname)) shell().warmUp(location.pathname)
  try {
    const asked = Promise.all([call<SessionInfo>('GET', '/api/auth/validate'), loadTranslations(expected)])
    const kept = await keptUnlessAnswered(asked)
    latest = kept ?? (await answeredStart(expected, await asked))
    await show(latest)
    const { user } = latest.session
    if (user !== 'Guest') void loadUser(user)
  } catch (error) {
    console.error(error)
    if (appState().status !== 'ready') setAppState({ status: isUnanswered(error) ? 'unreached' : 'failed' })
    else throw error
  }
}

/** The copies of an earlier visit, if the server answers nothing in time. */
async function keptUnlessAnswered(asked: Promise<unknown>): Promise<Start | undefined> {
  const user = rememberedUser()
  if (user === undefined || appState().status === 'ready') return undefined
  const isAnswered = asked.then(
    () => true,
    () => false,
  )
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, patience, false))
  if (await Promise.race([isAnswered, late])) return undefined
  // Without the code that reads copies, the start goes on as one without copies.
  return shell()
    .openCopies?.(user, asked)
    .catch(() => undefined)
}

/** The texts of a language; null requests those of every language. */
async function loadTranslations(language: string | null): Promise<TranslationEntry[]> {
  const params = { language }
  return (await call<{ translations: TranslationEntry[] }>('GET', '/api/app/get_translations', { params })).translations
}

async function answeredStart(
  expected: string | null,
  [session, first]: [SessionInfo, TranslationEntry[]],
): Promise<Start> {
  rememberSession(session)
  const isKnown = expected === null || expected === session.lang
  return { session, translations: isKnown ? first : await loadTranslations(session.lang) }
}

/** Fades a new language in, if the browser supports it and the user accepts animation. */
async function show({ session, translations }: Start): Promise<void> {
  const before = appState()
  const apply = () => {
    setLanguage(session.lang, translations)
    const isSameUser = before.session?.user === session.user
    const fine = { isExpired: false, isAskingPassword: false, wasEnded: false }
    setAppState({ status: 'ready', session, ...fine, ...(!isSameUser && { user: null }) })
  }
  const isFlip = before.status === 'ready' && before.session?.lang !== session.lang
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!isFlip || isStill || !('startViewTransition' in document)) return apply()
  const fade = document.startViewTransition(() => flushSync(apply))
  // A skipped transition, as in a hidden window, still applies the change.
  fade.ready.catch(() => undefined)
  // The change applies a moment later, and callers that wait for the boot need the new session.
  await fade.updateCallbackDone
}
