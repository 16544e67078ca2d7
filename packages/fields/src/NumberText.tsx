import { localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { isBlank } from './is-blank.ts'
import { formatNumber } from './number-text.ts'
import type { FieldViewProps } from './ui-types.ts'

/** A number with the separators of the language, never rounded, from left to right. */
export function NumberText({ value }: FieldViewProps) {
  const { language } = useI18n()
  if (isBlank(value)) return null
  return (
    <bdi className="numeric" dir="ltr">
      {formatNumber(value, localeOf(language))}
    </bdi>
  )
}
