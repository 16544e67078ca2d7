import type { FieldMeta, Meta } from '@tavla/contract'

export interface TableFields {
  /** Shown as columns: the fields of the list view, or all fields if none is marked. */
  columns: readonly FieldMeta[]
  /** The other fields, which an opened row shows. */
  rest: readonly FieldMeta[]
}

/** The visible fields of a Table field's child entity, from the form's meta (reference: metadata, Meta). */
export function tableFields(meta: Meta | null, field: FieldMeta): TableFields {
  const child = meta?.links.find((link) => link.id === field.options)
  const visible = (child?.fields ?? []).filter((column) => column.hidden !== 1)
  const listed = visible.filter((column) => column.in_list_view === 1)
  if (listed.length === 0) return { columns: visible, rest: [] }
  return { columns: listed, rest: visible.filter((column) => column.in_list_view !== 1) }
}
