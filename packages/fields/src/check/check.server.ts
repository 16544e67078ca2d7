import type { FieldTypeServer } from '../types.ts'

const yes: ReadonlySet<unknown> = new Set([1, '1', true, 'true'])

/** A flag, 1 or 0: every value other than a yes is 0 (reference: http-api, Coercion and checks). */
const check: FieldTypeServer = {
  type: 'Check',
  kind: 'flag',
  length: null,
  formula: 'bool',
  parse: (value) => ({ value: yes.has(value) ? 1 : 0 }),
  sample: { value: true, stored: 1 },
}

export default check
