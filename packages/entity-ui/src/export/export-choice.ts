import { type EntityState, exportQuery, listableFields } from '@tavla/client'
import type { ExportFormat, ExportQuery, Meta } from '@tavla/contract'

/** The records that go into the file. */
export type ExportScope = 'selected' | 'shown' | 'all'

export interface ExportChoice {
  scope: ExportScope
  format: ExportFormat
  columns: 'shown' | 'all'
  withId: boolean
  withTables: boolean
}

/** True when the entity has table fields that this person may read. */
export const hasTables = (meta: Meta): boolean => meta.all_fields.some(({ fieldtype }) => fieldtype === 'Table')

/** The query of what a person chose for the list as it is shown. */
export function queryOfChoice(choice: ExportChoice, state: EntityState, meta: Meta): ExportQuery {
  const { scope, format, columns, withId, withTables } = choice
  const names = columns === 'shown' ? shownFields(state, meta) : allFields(meta)
  return {
    ...exportQuery(state, scope === 'all' ? 'all' : 'shown'),
    // All that match are more than the rows that were read.
    ...(scope === 'selected' && !state.isAllSelected && { ids: [...state.selected] }),
    format,
    fields: withId ? ['id', ...names] : names,
    ...(withTables && format !== 'csv' && { children: 1 as const }),
  }
}

/** The title, then the fields of the rows or the columns of the table, as the list shows them. */
function shownFields({ listFields, columns, layout }: EntityState, meta: Meta): string[] {
  const { title_field, image_field } = meta.doc_meta
  const ofTable = layout === 'Table' ? columns.map(({ fieldname }) => fieldname) : []
  const own = meta.doc_meta.fields
    .filter((field) => field.in_list_view && !field.hidden)
    .map((field) => field.fieldname)
  const chosen = [ofTable, listFields, own].find((names) => names.length > 0) ?? []
  const known = new Set(listableFields(meta).map(({ fieldname }) => fieldname))
  const title = title_field === null || title_field === 'id' ? [] : [title_field]
  const names = [...title, ...chosen].filter((name) => known.has(name) && name !== image_field && name !== 'id')
  return names.length > 0 ? [...new Set(names)] : ['id']
}

const allFields = (meta: Meta) =>
  listableFields(meta)
    .map(({ fieldname }) => fieldname)
    .filter((name) => name !== 'id')
