import { lazyPart } from '@tavla/ui'
import type { FieldTypeInputs } from '../ui-types.ts'

const table: FieldTypeInputs = {
  type: 'Table',
  // Loads only when a form has a table: the row editor draws every other type.
  Input: lazyPart(() => import('./TableInput.tsx'), 'line'),
}

export default table
