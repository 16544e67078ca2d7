import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { isBlank } from '@tavla/fields/ui'
import { compareStates } from '../../record-tabs/compare-states.ts'
import { type FieldChange, readChanges } from '../../record-tabs/read-changes.ts'

type Values = Readonly<Record<string, unknown>>

/** A value with the field that shows it. */
export interface ShownValue {
  field: FieldMeta
  value: unknown
  values: Values
}

/** The place of a row as a person knows it: its number, from 1, and its first value. */
export interface RowPlace {
  number: number
  name: ShownValue | null
}

/** The visible columns of a Table field. */
export const columnsOf = (meta: Pick<Meta, 'links'>, field: FieldMeta): FieldMeta[] =>
  meta.links.find(({ id }) => id === field.options)?.fields.filter(({ hidden }) => hidden !== 1) ?? []

/** The place of a row among the rows of its table; null if it is not there. */
export function rowPlaceOf(rows: unknown, id: unknown, columns: readonly FieldMeta[]): RowPlace | null {
  if (!Array.isArray(rows)) return null
  const index = (rows as Values[]).findIndex((row) => row.id === id)
  if (index < 0) return null
  const values = rows[index] as Values
  const named = columns.find(({ fieldname }) => !isBlank(values[fieldname]))
  return { number: index + 1, name: named ? { field: named, value: values[named.fieldname], values } : null }
}

/** The change of one row. */
export interface RowChange extends Pick<FieldChange, 'key' | 'kind' | 'fields'> {
  place: RowPlace
}

/** The rows of a Table field that differ, in the order of the rows as they are now; removed ones are last. */
export function rowChanges(meta: Meta, field: FieldMeta, before: unknown, after: unknown): RowChange[] {
  const { fieldname } = field
  const state = (rows: unknown): EntityRecord => ({ id: '', [fieldname]: rows })
  const found = compareStates({ ...meta, all_fields: [field] }, state(before), state(after))
  const columns = columnsOf(meta, field)
  return readChanges({ data: found.data, titles: found.titles }, { ...meta, all_fields: [field] }, null)
    .map(({ key, kind, fields, part }) => {
      const id = 'rows' in part ? part.rows[0].id : ''
      const place = rowPlaceOf(kind === 'row removed' ? before : after, id, columns) ?? { number: 1, name: null }
      return { key, kind, fields, place }
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

const rank = ({ kind, place }: RowChange) => place.number + (kind === 'row removed' ? 1e6 : 0)
