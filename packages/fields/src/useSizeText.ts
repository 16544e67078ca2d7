import { localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { fileSize } from './file-size.ts'

/** Returns a function that writes a size in bytes in the reader's language, in base 1000. */
export function useSizeText(): (bytes: number) => string {
  const { t, language } = useI18n()
  return (bytes) => {
    const { amount, unit } = fileSize(bytes, localeOf(language))
    return `${amount} ${t(unit)}`
  }
}
