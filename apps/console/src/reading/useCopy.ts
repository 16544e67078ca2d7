import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'

/** Puts a text into the clipboard and says whether that went well. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useI18n()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      notify(t('Copied'), { tone: 'success' })
    } catch {
      // Without https, or refused by the person.
      notify(t('The browser does not allow copying here.'))
    }
  }
}
