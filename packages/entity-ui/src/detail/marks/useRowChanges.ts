import type { FieldMeta } from '@tavla/contract'
import { fieldUi, useFieldForm } from '@tavla/fields/ui'
import { useMemo } from 'react'
import { type RowChange, rowChanges } from '../conflict/row-changes.ts'

/** The rows that differ between two values of a Table field of this form; none for other fields. */
export function useRowChanges(field: FieldMeta, before: unknown, after: unknown): readonly RowChange[] {
  const { meta } = useFieldForm()
  return useMemo(
    () => (meta && fieldUi(field.fieldtype).hasRows ? rowChanges(meta, field, before, after) : []),
    [meta, field, before, after],
  )
}
