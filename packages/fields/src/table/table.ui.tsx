import { useI18n } from '@tavla/i18n/react'
import { lazyPart } from '@tavla/ui'
import { isBlank } from '../is-blank.ts'
import { readRows } from '../table-rows.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'

/** The number of rows. */
function TableCell({ value }: FieldViewProps) {
  const { formatNumber } = useI18n()
  const count = readRows(value).length
  return count === 0 ? null : <bdi className="numeric">{formatNumber(count)}</bdi>
}

const table: FieldTypeUi = {
  type: 'Table',
  // The rows plus their header.
  lines: (value) => readRows(value).length + 1,
  View: lazyPart(() => import('./TableView.tsx'), 'line'),
  Cell: TableCell,
  blank: [],
  isUnfilterable: true,
  wide: 'full',
  isFilled: (value) => !isBlank(value),
  hasRows: true,
  isUnlisted: true,
  options: { kind: 'table' },
  defaultBy: 'none',
  sample: {
    value: [
      { id: 'r1', idx: 1, title: 'לקנות חלב', done: 1, hours: 1.5, state: 'Ready' },
      { id: 'r2', idx: 2, title: 'להתקשר ל־Bank Leumi', done: 0, hours: 0, state: 'New' },
    ],
    options: 'Task Item',
  },
  example: () => [],
}

export default table
