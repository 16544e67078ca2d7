import { localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { use } from 'react'
import { AlignedColumnsContext } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { formatWhole, isLongWhole } from '../number-text.ts'
import type { FieldOptions, FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { useSizeText } from '../useSizeText.ts'

const intType: FieldTypeUi = {
  type: 'Int',
  View: WholeNumber,
  Cell: WholeNumber,
  filterKind: 'number',
  blank: 0,
  columnWidth: 88,
  isNumeric: true,
  isWhole: (field) => !isOfBytes(field),
  options: { kind: 'values', values: ['Bytes'], none: 'A plain number', areWords: true },
  digits: (value) => Number(isLongWhole(value)),
  isFilled: () => true,
  sample: { value: 1_234_567 },
  example: () => 12,
}

/** True for a field whose numbers are bytes, which are shown as a size. */
const isOfBytes = ({ options }: FieldOptions): boolean => options === 'Bytes'

function WholeNumber({ field, value }: FieldViewProps) {
  const { language } = useI18n()
  const sizeText = useSizeText()
  const isGrouped = use(AlignedColumnsContext).get(field.fieldname) === 1
  if (isBlank(value)) return null
  if (isOfBytes(field)) return <bdi className="numeric">{sizeText(Number(value))}</bdi>
  return (
    <bdi className="numeric" dir="ltr">
      {formatWhole(value, localeOf(language), isGrouped)}
    </bdi>
  )
}

export default intType
