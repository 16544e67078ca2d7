import { fileSize } from '@tavla/entity-ui'
import { localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'

/** A size in bytes for people, in base 1000. */
export function FileSize({ bytes }: { bytes: number }) {
  const { t, language } = useI18n()
  const { amount, unit } = fileSize(bytes, localeOf(language))
  return (
    <span className="numeric">
      {amount} {t(unit)}
    </span>
  )
}
