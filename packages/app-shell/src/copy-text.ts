import { notify } from '@tavla/ui'

/** Copies a text to the clipboard and tells so. */
export async function copyText(text: string, t: (source: string) => string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify(t('Copied'), { tone: 'success' })
  } catch {
    // Without https, or after a refusal by the user, the text is shown.
    notify(`${t('The browser does not allow copying here.')}\n${text}`, { duration: 60_000 })
  }
}
