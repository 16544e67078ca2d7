import { limits } from '@tavla/contract'
import { parseLine } from '../parse-text.ts'
import { refuse } from '../problems.ts'
import { readSelectOptions } from '../select-options.ts'
import type { FieldTypeServer } from '../types.ts'

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
    const options = readSelectOptions(field.options)
    if (options.some((option) => option.value === parsed.value)) return parsed
    const labels = options.map((option) => ({ translate: option.label }))
    return refuse(field, '{0} must be one of: {1}', labels)
  },
  sample: { value: 'Done', stored: 'Done', options: 'Open\nDone', refused: ['done', 'Closed', true] },
}

export default select
