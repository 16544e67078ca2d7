import { limits } from '@tavla/contract'
import { parseLine } from '../parse-text.ts'
import { refuse } from '../problems.ts'
import { readSelectOptions } from '../select-options.ts'
import type { FieldRule, FieldTypeServer } from '../types.ts'

/** One of the values in options, compared exactly; stored as the English key. */
const select: FieldTypeServer = {
  type: 'Select',
  kind: 'text',
  length: limits.dataLength,
  searchable: true,
  needsOptions: true,
  namesEntity: () => true,
  parse(value, field) {
    const parsed = parseLine(value, field, limits.dataLength)
    if (!('value' in parsed) || parsed.value === null) return parsed
    if (valuesOf(field).has(String(parsed.value))) return parsed
    const labels = readSelectOptions(field.options).map((option) => ({ translate: option.label }))
    return refuse(field, '{0} must be one of: {1}', labels)
  },
  sample: { value: 'Done', stored: 'Done', options: 'Open\nDone', refused: ['done', 'Closed', true] },
}

export default select

/** The values by their rule: each record of an import or a bulk change asks for them. */
const values = new WeakMap<FieldRule, ReadonlySet<string>>()

function valuesOf(field: FieldRule): ReadonlySet<string> {
  const known = values.get(field) ?? new Set(readSelectOptions(field.options).map(({ value }) => value))
  values.set(field, known)
  return known
}
