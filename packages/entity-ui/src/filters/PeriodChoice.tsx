import { useI18n } from '@tavla/i18n/react'
import { Select } from '@tavla/ui'
import { periods, periodText } from './periods.ts'

interface PeriodChoiceProps {
  label: string
  value: unknown
  onChange: (value: string) => void
}

/** A period that moves with today, such as this week. */
export function PeriodChoice({ label, value, onChange }: PeriodChoiceProps) {
  const { t } = useI18n()
  const name = typeof value === 'string' ? value : null
  const names = periods.map(([one]) => one)
  const all = name === null || names.includes(name) ? names : [...names, name]
  return (
    <Select
      aria-label={label}
      placeholder={t('Select an option')}
      options={all.map((one) => ({ value: one, label: periodText(one, t) }))}
      value={name}
      onChange={onChange}
    />
  )
}
