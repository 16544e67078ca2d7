import type { FieldMeta } from '@tavla/contract'
import { isBlank } from '../is-blank.ts'
import type { TableRow } from '../table-rows.ts'

/** A figure below a column: in the form of its values, or a number of rows. */
export interface FootFigure {
  kind: 'value' | 'count'
  value: number
}

/** The figure that a column's definition asks for; none for amounts of several currencies (reference: screens, Rows on screen). */
export function footOf(column: FieldMeta, rows: readonly TableRow[]): FootFigure | undefined {
  const { footer, fieldname, options } = column
  if (!footer) return undefined
  if (footer === 'Count') return { kind: 'count', value: rows.filter((row) => !isBlank(row[fieldname])).length }
  const currency = column.fieldtype === 'Currency' && typeof options === 'string' ? options : ''
  if (new Set(rows.map((row) => row[currency])).size > 1) return undefined
  const sum = rows.reduce((total, row) => total + (Number(row[fieldname]) || 0), 0)
  return { kind: 'value', value: footer === 'Sum' ? sum : sum / rows.length }
}
