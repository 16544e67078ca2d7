import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'

/** Copies a text to the clipboard and reports success or failure. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useI18n()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      notify(t('Copied'), { tone: 'success' })
    } catch {
      // It fails without https, or if the user refuses.
      notify(t('The browser does not allow copying here.'))
    }
  }
}
