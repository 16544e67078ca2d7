import type { FieldMeta } from '@tavla/contract'
import type { CSSProperties } from 'react'
import { fieldUi } from '../ui-registry.ts'
import type { TableFields } from './table-fields.ts'

/** The widths of a table, the same read and edited. */
export const tracksOf = ({ columns, rest }: TableFields): CSSProperties =>
  ({ '--columns': columns.map(trackOf).join(' '), '--place': rest.length > 0 ? '4.25rem' : '2.75rem' }) as CSSProperties

/** Width of a column: a flag takes that of its label, numbers and days less than texts. */
function trackOf({ fieldtype }: FieldMeta): string {
  const { isAmount, isNarrow, isNumeric, isMoment, wide } = fieldUi(fieldtype)
  if (isNarrow) return 'minmax(3.5rem, 0.2fr)'
  if (isMoment) return wide ? 'minmax(12rem, 0.6fr)' : 'minmax(8.75rem, 0.45fr)'
  if (isNumeric) return isAmount ? 'minmax(6.5rem, 0.5fr)' : 'minmax(4.5rem, 0.4fr)'
  return 'minmax(0, 1fr)'
}

/** True for cells of which three stand in a line of a narrow screen. */
export const isNarrowCell = ({ fieldtype }: FieldMeta): boolean => {
  const { isNumeric, isFlag } = fieldUi(fieldtype)
  return isNumeric === true || isFlag === true
}
