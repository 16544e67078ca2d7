import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'

/** Copies a text to the clipboard and tells so by `done`. */
export async function copyText(text: string, done: string, t: I18n['t']): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(done, { tone: 'success' })
  } catch {
    // Without https, or after a refusal by the person, the text is shown.
    notify(`${t('The browser does not allow copying here.')}\n${text}`, { duration: 60_000 })
  }
}
