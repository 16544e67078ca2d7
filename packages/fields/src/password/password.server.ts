import { limits } from '@tavla/contract'
import { parseText } from '../parse-text.ts'
import type { FieldTypeServer } from '../types.ts'

/** A secret, stored as it was written; the engine encrypts it and answers only whether there is one. */
const password: FieldTypeServer = {
  type: 'Password',
  kind: 'secret',
  length: limits.textLength,
  parse: (value, field) => parseText(value, field, limits.textLength),
  sample: { value: ' a secret ', stored: ' a secret ' },
}

export default password
