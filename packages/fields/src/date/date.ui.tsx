import { useTimes } from '@tavla/i18n/react'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { valueText } from '../value-text.ts'

function DateText({ value }: FieldViewProps) {
  const { formatDate } = useTimes()
  const { presentYear } = useFieldForm()
  return isBlank(value) ? null : <bdi className="numeric">{formatDate(valueText(value), presentYear)}</bdi>
}

const date: FieldTypeUi = {
  type: 'Date',
  isHeavy: true,
  isFilterWide: true,
  View: DateText,
  Cell: DateText,
  filterKind: 'day',
  blank: null,
  columnWidth: 96,
  isMoment: true,
  defaultHint: () => 'A date such as 2026-01-31, or Today',
  sample: { value: '2026-01-05' },
  example: (_field, { now }) => now.slice(0, 10),
}

export default date
