import type { FieldMeta, SelectOption } from '@tavla/contract'
import { readSelectOptions } from './select-options.ts'

/** The choices of a Select field, and the stored value itself where the list no longer has it (contract 2.3). */
export function selectChoices(field: FieldMeta, value?: unknown): readonly SelectOption[] {
  const { options } = field
  const listed = Array.isArray(options) ? options : readSelectOptions(options)
  if (typeof value !== 'string' || value === '' || listed.some((option) => option.value === value)) return listed
  return [...listed, { label: value, value }]
}
