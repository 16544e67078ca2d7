import { useI18n } from '@tavla/i18n/react'
import { LazyDate } from '../LazyDates.tsx'
import { isBlank, textOf } from '../text-value.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'

function DateText({ value }: FieldViewProps) {
  const { formatDate } = useI18n()
  return isBlank(value) ? null : <bdi className="numeric">{formatDate(textOf(value))}</bdi>
}

const date: FieldTypeUi = {
  type: 'Date',
  Input: (props) => <LazyDate {...props} kind="date" />,
  isHeavy: true,
  isFilterWide: true,
  View: DateText,
  Cell: DateText,
  blank: null,
  defaultHint: () => 'A date such as 2026-01-31, or Today',
  sample: { value: '2026-01-05' },
  example: (_field, { now }) => now.slice(0, 10),
}

export default date
