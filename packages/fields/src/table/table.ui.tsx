import { useI18n } from '@tavla/i18n/react'
import { lazy } from 'react'
import { readRows } from '../table-rows.ts'
import { isBlank } from '../text-value.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'

/** How many rows there are. */
function TableCell({ value }: FieldViewProps) {
  const { formatNumber } = useI18n()
  const count = readRows(value).length
  return count === 0 ? null : <bdi className="numeric">{formatNumber(count)}</bdi>
}

const table: FieldTypeUi = {
  type: 'Table',
  // Loaded when a form has one: the row editor draws every other type, and most lists have no use for it.
  Input: lazy(() => import('./TableInput.tsx')),
  View: lazy(() => import('./TableView.tsx')),
  Cell: TableCell,
  blank: [],
  wide: 'full',
  isFilled: (value) => !isBlank(value),
}

export default table
