import { appState } from './app-state.ts'
import { reboot } from './boot.ts'
import { call } from './call.ts'

/** The label of the other language: never translated (reference: texts, Languages). */
export const otherLanguageLabel = (language: string): string => (language === 'he' ? 'English' : 'עברית')

/**
 * Changes the user's language, saves the user and initialises again (reference: screens, Boot and guard).
 * Throws ApiError.
 */
export async function flipLanguage(): Promise<void> {
  const { session } = appState()
  if (!session) return
  const language = session.lang === 'he' ? 'en' : 'he'
  await call('PUT', `/api/user/${encodeURIComponent(session.user)}`, { body: { language } })
  await reboot(language)
}
