import { currencySuffix } from '@tavla/i18n'
import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { parseNumber } from '../number-text.ts'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { useCurrency } from './useCurrency.ts'

function CurrencyInput(props: FieldInputProps) {
  const suffix = currencySuffix(useCurrency(props.field, props.values))
  return <NumberInput {...props} parse={parseNumber} suffix={<bdi className="field-suffix">{suffix}</bdi>} />
}

const currency: FieldTypeInputs = {
  type: 'Currency',
  Input: CurrencyInput,
  Filter: (props) => <NumberFilter {...props} parse={parseNumber} />,
}

export default currency
