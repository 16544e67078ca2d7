import { wrongShape } from '../problems.ts'
import type { FieldTypeServer } from '../types.ts'

/** Rows of the child entity that options name; the engine parses and stores each row (reference: metadata, Table rows). */
const table: FieldTypeServer = {
  type: 'Table',
  kind: 'table',
  length: null,
  needsOptions: true,
  parse: (_value, field) => wrongShape(field),
  sample: { value: [], stored: null, options: 'Task Item' },
}

export default table
