import { limits } from '@tavla/contract'
import { parseLine } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** The id of a record of the entity that options name; the engine checks that the record exists. */
const link: FieldTypeServer = {
  type: 'Link',
  kind: 'text',
  length: limits.dataLength,
  searchable: true,
  links: 'options',
  needsOptions: true,
  namesEntity: (options) => options === 'Entity',
  parse: (value, field) => parseLine(value, field, limits.dataLength),
  sample: { value: ' staff@example.com ', stored: 'staff@example.com', options: 'User' },
}

export default link
