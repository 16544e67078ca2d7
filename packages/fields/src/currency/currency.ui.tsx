import { currencySuffix, localeOf } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import { isBlank } from '../is-blank.ts'
import { currencyDigits, formatAmount } from '../number-text.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { currencyOf, useCurrency } from './useCurrency.ts'

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
