import type { FieldMeta, Meta } from '@tavla/contract'

export interface TableFields {
  /** Drawn as columns: those in the list view, or all where none is. */
  columns: readonly FieldMeta[]
  /** The others, which a row shows when opened. */
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
