import { localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { use } from 'react'
import { AlignedColumnsContext } from './field-context.ts'
import { isBlank } from './is-blank.ts'
import { formatNumber } from './number-text.ts'
import type { FieldViewProps } from './ui-types.ts'

/** A number with the separators of the language, never rounded, from left to right; points of a column line up. */
export function NumberText({ field, value }: FieldViewProps) {
  const { language } = useI18n()
  const digits = use(AlignedColumnsContext).get(field.fieldname)
  if (isBlank(value)) return null
  return (
    <bdi className="numeric" dir="ltr">
      {formatNumber(value, localeOf(language), digits)}
    </bdi>
  )
}
