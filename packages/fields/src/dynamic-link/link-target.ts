import type { FieldMeta } from '@tavla/contract'
import { valueText } from '../value-text.ts'

/** Name of the field that holds the linked entity's name. */
export const sourceOf = ({ options }: FieldMeta): string | undefined =>
  typeof options === 'string' ? options : undefined

interface FieldInRecord {
  field: FieldMeta
  values: Readonly<Record<string, unknown>>
}

/** The linked entity; without one the field is not editable (reference: screens, Field inputs). */
export function targetOf({ field, values }: FieldInRecord): string {
  const source = sourceOf(field)
  return source === undefined ? '' : valueText(values[source]).trim()
}
