import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { RowFields } from './row-fields.ts'

/** The numbers of a list's rows, in its order. */
export const numbersOf = ({ inOrder }: RowFields): FieldMeta[] =>
  inOrder.filter(({ fieldtype }) => fieldUi(fieldtype).isNumeric === true)
