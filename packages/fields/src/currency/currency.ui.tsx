import type { FieldMeta } from '@tavla/contract'
import { currencySuffix, localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { useFieldForm, useFieldServices } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { currencyDigits, formatAmount, parseNumber } from '../number-text.ts'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'

/** A currency's code, or the name of the field that holds it. */
const currencyOf = ({ options }: FieldMeta) => (typeof options === 'string' ? options.trim() : '')

/**
 * Code of the amount's currency, from the options, from the field that they name, or the site's (reference: screens,
 * Field inputs). '' if a row of a list lacks that field: no sign is better than a wrong one.
 */
function useCurrency(field: FieldMeta, values: FieldViewProps['values']): string {
  const { currency } = useFieldServices()
  const { meta } = useFieldForm()
  const options = currencyOf(field)
  if (!(options in values) && meta?.all_fields.some(({ fieldname }) => fieldname === options)) return ''
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
  // The sign follows the number in the page's direction, as in the input; the number always runs from left to right.
  return (
    <span className="numeric amount">
      <bdi dir="ltr">{formatAmount(value, localeOf(language), currencyDigits(code))}</bdi>
      {code && '\u00a0'}
      {code && <bdi>{currencySuffix(code)}</bdi>}
    </span>
  )
}

const currency: FieldTypeUi = {
  type: 'Currency',
  Input: CurrencyInput,
  Filter: (props) => <NumberFilter {...props} parse={parseNumber} />,
  View: Amount,
  Cell: Amount,
  follows: currencyOf,
  filterKind: 'number',
  blank: 0,
  columnWidth: 108,
  isAmount: true,
  isNumeric: true,
  isFilled: () => true,
  options: {
    kind: 'values',
    values: ['ILS', 'USD', 'EUR', 'GBP'],
    none: 'The currency of the site',
    help: 'A currency, or the field that holds it',
    orLine: true,
  },
  sample: { value: 1234567.5, options: 'ILS' },
  example: () => 1200,
}

export default currency
