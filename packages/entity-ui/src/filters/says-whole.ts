import { type Condition, isEmpty } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { filterValue } from '../header/filter-value.ts'

/** True if a quick filter says all of a condition: it would write the same for the value that it shows. */
export function saysWhole({ fieldtype }: FieldMeta, condition: Condition): boolean {
  const value = filterValue(condition)
  if (isEmpty(value)) return false
  return JSON.stringify(fieldUi(fieldtype).toCondition?.(value) ?? value) === JSON.stringify(condition)
}
