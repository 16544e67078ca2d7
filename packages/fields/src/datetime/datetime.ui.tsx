import type { Precision } from '@tavla/i18n'
import { useNow, useTimes } from '@tavla/i18n/react'
import { useFieldForm, useFieldServices } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

const DatetimeView = ({ value }: FieldViewProps) => <DatetimeText value={value} precision="seconds" />
const DatetimeCell = ({ value }: FieldViewProps) => <DatetimeText value={value} precision="minutes" />

/** `Today at`, `Yesterday at`, else day and time; its tooltip is always day and time, to the second. */
function DatetimeText({ value, precision }: Pick<FieldViewProps, 'value'> & { precision: Precision }) {
  const { formatDateTime, formatMoment } = useTimes()
  const { presentYear } = useFieldForm()
  // Renders again at midnight, when today becomes yesterday.
  const now = useNow(useFieldServices().now)
  if (isBlank(value)) return null
  const text = valueText(value)
  return (
    <bdi className="numeric" title={formatMoment(text, 'seconds')}>
      {formatDateTime(text, now, precision, presentYear)}
    </bdi>
  )
}

const datetime: FieldTypeUi = {
  type: 'Datetime',
  isHeavy: true,
  View: DatetimeView,
  Cell: DatetimeCell,
  filterKind: 'moment',
  blank: null,
  columnWidth: 144,
  isMoment: true,
  isFilterWide: true,
  // A quick filter selects a day, at any hour.
  toCondition: (value) => ['between', [value, value]],
  // One column is too narrow for the hour.
  wide: 'double',
  defaultHint: () => 'A date and time such as 2026-01-31 09:00, or Now',
  sample: { value: '2026-01-05 10:30:00.000000' },
  example: (_field, { now }) => now,
}

export default datetime
