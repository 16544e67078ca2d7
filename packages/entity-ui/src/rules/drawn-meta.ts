import type { FieldMeta, Meta } from '@tavla/contract'
import type { DrawnFields } from '@tavla/expressions/form'

/** Meta with the fields as the conditions of a record draw them, without groups of which no field is left. */
export function drawnMeta(meta: Meta, drawn: DrawnFields | undefined): Meta {
  if (!drawn || drawn.size === 0) return meta
  const known = made.get(drawn)
  if (known?.of === meta) return known.meta
  const { default_field_group: first, field_groups: groups, doc_meta: doc } = meta
  const withDrawn = <Group extends { fields: FieldMeta[] }>(group: Group): Group => ({
    ...group,
    fields: drawnFields(group.fields, drawn),
  })
  const next = {
    ...meta,
    doc_meta: withDrawn(doc),
    default_field_group: withDrawn(first),
    field_groups: groups.map(withDrawn).filter(({ fields }) => fields.some(isShown)),
  }
  made.set(drawn, { of: meta, meta: next })
  return next
}

/** The same fields make the same meta, so that nothing renders again for it. */
const made = new WeakMap<DrawnFields, { of: Meta; meta: Meta }>()

export const drawnFields = (fields: readonly FieldMeta[], drawn: DrawnFields | undefined): FieldMeta[] =>
  fields.map((field) => drawn?.get(field.fieldname) ?? field)

/** True when conditions have left a tab of the form a field. */
export function hasFields(meta: Meta, tab: string | null): boolean {
  const { default_field_group: first, field_groups: groups } = meta
  return [first, ...groups].some(({ form_tab = null, fields }) => form_tab === tab && fields.some(isShown))
}

const isShown = ({ hidden }: FieldMeta): boolean => hidden !== 1
