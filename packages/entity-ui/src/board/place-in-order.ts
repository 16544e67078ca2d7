import type { EntityRecord } from '@tavla/contract'
import type { ListOrder } from '../header/list-order.ts'

/**
 * The index at which a record will stand among sorted rows once it is saved, as far as this side can tell: the database
 * compares texts by its own rules, so that the next read may still move it.
 */
export function placeInOrder(rows: readonly EntityRecord[], record: EntityRecord, order: ListOrder): number {
  const { fieldname, direction } = order
  // The save makes it the record that was changed last.
  if (fieldname === 'modified') return direction === 'desc' ? 0 : rows.length
  const sign = direction === 'desc' ? -1 : 1
  const at = rows.findIndex((row) => sign * compare(row[fieldname], record[fieldname]) > 0)
  return at < 0 ? rows.length : at
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [a, b] = [textOf(one), textOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase()
}
