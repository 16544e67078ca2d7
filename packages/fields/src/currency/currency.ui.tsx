import type { FieldMeta } from '@tavla/contract'
import { currencySuffix, localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { useFieldServices } from '../field-context.ts'
import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { currencyDigits, formatNumber, parseNumber } from '../number-text.ts'
import { isBlank } from '../text-value.ts'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'

/** Code of the amount's currency: options name it, or the field that holds it; else the site's (contract 8.43). */
function useCurrency(field: FieldMeta, values: FieldViewProps['values']): string {
  const { currency } = useFieldServices()
  const options = typeof field.options === 'string' ? field.options.trim() : ''
  const named = options in values ? values[options] : options
  return typeof named === 'string' && named !== '' ? named : currency
}

function CurrencyInput(props: FieldInputProps) {
  const suffix = currencySuffix(useCurrency(props.field, props.values))
  return <NumberInput {...props} parse={parseNumber} suffix={<bdi className="field-suffix">{suffix}</bdi>} />
}

function Amount({ field, value, values }: FieldViewProps) {
  const { language } = useI18n()
  const code = useCurrency(field, values)
  if (isBlank(value)) return null
  return (
    <bdi className="numeric" dir="ltr">
      {formatNumber(value, localeOf(language), currencyDigits(code))}&nbsp;{currencySuffix(code)}
    </bdi>
  )
}

const currency: FieldTypeUi = {
  type: 'Currency',
  Input: CurrencyInput,
  Filter: (props) => <NumberFilter {...props} parse={parseNumber} />,
  View: Amount,
  Cell: Amount,
  blank: 0,
  isNumeric: true,
  isFilled: () => true,
}

export default currency
