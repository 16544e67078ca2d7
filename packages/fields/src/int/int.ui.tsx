import { localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { formatWhole, parseWhole } from '../number-text.ts'
import { isBlank } from '../text-value.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'

const intType: FieldTypeUi = {
  type: 'Int',
  Input: (props) => <NumberInput {...props} parse={parseWhole} hasFraction={false} />,
  Filter: (props) => <NumberFilter {...props} parse={parseWhole} hasFraction={false} />,
  View: WholeNumber,
  Cell: WholeNumber,
  blank: 0,
  isNumeric: true,
  isFilled: () => true,
}

function WholeNumber({ value }: FieldViewProps) {
  const { language } = useI18n()
  if (isBlank(value)) return null
  return (
    <bdi className="numeric" dir="ltr">
      {formatWhole(value, localeOf(language))}
    </bdi>
  )
}

export default intType
