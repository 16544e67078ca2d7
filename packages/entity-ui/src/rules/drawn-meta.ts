import type { FieldMeta, Meta } from '@tavla/contract'
import type { DrawnFields } from '@tavla/expressions/form'

/** Meta with the fields as the conditions of a record draw them, without groups of which no field is left. */
export function drawnMeta(meta: Meta, drawn: DrawnFields | undefined): Meta {
  if (!drawn || drawn.size === 0) return meta
  const known = made.get(drawn)
  if (known?.of === meta) return known.meta
  const all = withFields(meta, (fields) => drawnFields(fields, drawn))
  const next = { ...all, field_groups: all.field_groups.filter(({ fields }) => fields.some(isShown)) }
  made.set(drawn, { of: meta, meta: next })
  return next
}

/** Meta with its fields changed, in the definition and in the groups of the form. */
export function withFields(meta: Meta, change: (fields: readonly FieldMeta[]) => FieldMeta[]): Meta {
  const { default_field_group: first, field_groups: groups, doc_meta: doc } = meta
  const changed = <Group extends { fields: FieldMeta[] }>(group: Group): Group => ({
    ...group,
    fields: change(group.fields),
  })
  return { ...meta, doc_meta: changed(doc), default_field_group: changed(first), field_groups: groups.map(changed) }
}

/** The same fields make the same meta, so that nothing renders again for it. */
const made = new WeakMap<DrawnFields, { of: Meta; meta: Meta }>()

export const drawnFields = (
  fields: readonly FieldMeta[],
  drawn: ReadonlyMap<string, FieldMeta> | undefined,
): FieldMeta[] => fields.map((field) => drawn?.get(field.fieldname) ?? field)

/** True when conditions have left a tab of the form a field. */
export function hasFields(meta: Meta, tab: string | null): boolean {
  const { default_field_group: first, field_groups: groups } = meta
  return [first, ...groups].some(({ form_tab = null, fields }) => form_tab === tab && fields.some(isShown))
}

const isShown = ({ hidden }: FieldMeta): boolean => hidden !== 1
