import { limits } from '@tavla/contract'
import { parseLine } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/**
 * The id of a record whose entity is the value of the field that options name; the engine checks that the
 * record exists.
 */
const dynamicLink: FieldTypeServer = {
  type: 'Dynamic Link',
  kind: 'text',
  length: limits.dataLength,
  links: 'field',
  needsOptions: true,
  parse: (value, field) => parseLine(value, field, limits.dataLength),
  sample: { value: 'TASK-0001', stored: 'TASK-0001', options: 'related_entity' },
}

export default dynamicLink
