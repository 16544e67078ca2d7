import type { FieldMeta } from '@tavla/contract'
import { useFieldForm, useFieldServices } from '../field-context.ts'
import type { FieldViewProps } from '../ui-types.ts'

/** A currency's code, or the name of the field that holds it. */
export const currencyOf = ({ options }: FieldMeta): string => (typeof options === 'string' ? options.trim() : '')

/**
 * Code of the amount's currency, from the options, from the field that they name, or the site's (reference: screens,
 * Field inputs). '' if a row of a list lacks that field: no sign is better than a wrong one.
 */
export function useCurrency(field: FieldMeta, values: FieldViewProps['values']): string {
  const { currency } = useFieldServices()
  const { meta } = useFieldForm()
  const options = currencyOf(field)
  if (!(options in values) && meta?.all_fields.some(({ fieldname }) => fieldname === options)) return ''
  const named = options in values ? values[options] : options
  return typeof named === 'string' && named !== '' ? named : currency
}
