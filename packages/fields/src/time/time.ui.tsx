import type { Precision } from '@tavla/i18n'
import { useTimes } from '@tavla/i18n/react'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

const TimeView = ({ value }: FieldViewProps) => <TimeText value={value} precision="seconds" />
const TimeCell = ({ value }: FieldViewProps) => <TimeText value={value} precision="minutes" />

function TimeText({ value, precision }: Pick<FieldViewProps, 'value'> & { precision: Precision }) {
  const { formatTime } = useTimes()
  return isBlank(value) ? null : <bdi className="numeric">{formatTime(valueText(value), precision)}</bdi>
}

const time: FieldTypeUi = {
  type: 'Time',
  isHeavy: true,
  View: TimeView,
  Cell: TimeCell,
  filterKind: 'number',
  blank: null,
  columnWidth: 80,
  defaultHint: () => 'A time such as 09:00',
  sample: { value: '08:15:00' },
  example: () => '09:30:00',
}

export default time
