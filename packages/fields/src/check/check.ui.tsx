import { Text, useI18n } from '@tavla/i18n/react'
import { Checkbox, Icon, Select } from '@tavla/ui'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'

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

function CheckView({ value }: FieldViewProps) {
  return <Text source={isTicked(value) ? 'Yes' : 'No'} />
}

/** A tick, or nothing: a column full of "No" would distract. */
function CheckCell({ field, value }: FieldViewProps) {
  const { t } = useI18n()
  return isTicked(value) ? <Icon name="check" size="small" label={t(field.label)} /> : null
}

const isTicked = (value: unknown) => value === 1 || value === '1' || value === true

const check: FieldTypeUi = {
  type: 'Check',
  Input: CheckInput,
  Filter: CheckFilter,
  View: CheckView,
  Cell: CheckCell,
  filterKind: 'flag',
  blank: 0,
  columnWidth: 80,
  drawsBlank: true,
  isNarrow: true,
  isFilled: () => true,
  isFlag: true,
  defaultBy: 'input',
  isChoice: true,
  sample: { value: 1 },
}

export default check
