import { useI18n } from '@tavla/i18n/react'
import { Checkbox, Select } from '@tavla/ui'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { isTicked } from './is-ticked.ts'

function CheckInput({ value, onChange, autoFocus = false }: FieldInputProps) {
  return (
    <Checkbox
      isChecked={isTicked(value)}
      disabled={!onChange}
      autoFocus={autoFocus}
      onChange={(isChecked) => onChange?.(isChecked ? 1 : 0)}
    />
  )
}

/** Checked, unchecked, or all. */
function CheckFilter({ value, onChange }: FieldInputProps) {
  const { t } = useI18n()
  const options = [
    { value: '', label: t('All'), source: 'All' },
    { value: '1', label: t('Yes'), source: 'Yes' },
    { value: '0', label: t('No'), source: 'No' },
  ]
  return (
    <Select
      options={options}
      value={value === null ? '' : isTicked(value) ? '1' : '0'}
      onChange={(chosen) => onChange?.(chosen === '' ? null : Number(chosen))}
    />
  )
}

const check: FieldTypeInputs = {
  type: 'Check',
  Input: CheckInput,
  Filter: CheckFilter,
}

export default check
