import { useTimes } from '@tavla/i18n/react'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'

function DurationText({ value }: FieldViewProps) {
  const { formatDuration } = useTimes()
  if (isBlank(value)) return null
  return <bdi className="numeric">{formatDuration(Number(value))}</bdi>
}

const duration: FieldTypeUi = {
  type: 'Duration',
  View: DurationText,
  Cell: DurationText,
  filterKind: 'number',
  blank: 0,
  columnWidth: 96,
  isNumeric: true,
  isFilled: () => true,
  defaultHint: () => 'In seconds',
  sample: { value: 93_784 },
  example: () => 5400,
}

export default duration
