import { Text, useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { isTicked } from './is-ticked.ts'

function CheckView({ value }: FieldViewProps) {
  return <Text source={isTicked(value) ? 'Yes' : 'No'} />
}

/** A tick, or nothing: a column full of "No" would distract. */
function CheckCell({ field, value }: FieldViewProps) {
  const { t } = useI18n()
  return isTicked(value) ? <Icon name="check" size="small" label={t(field.label)} /> : null
}

const check: FieldTypeUi = {
  type: 'Check',
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
