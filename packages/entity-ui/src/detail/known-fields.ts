import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'

/** Meta reduced to the fields that the record has: the others are unknown in a row of a list, not blank. */
export const knownFields = (meta: Meta, record: EntityRecord): Meta =>
  keepFields(meta, (field) => field.fieldname in record)

/** Meta without the fields of these names. */
export const otherFields = (meta: Meta, names: readonly string[]): Meta =>
  keepFields(meta, (field) => !names.includes(field.fieldname))

/** Meta with the groups of one tab of the form; null is the first tab. */
export function fieldsOfTab(meta: Meta, tab: string | null): Meta {
  const { default_field_group: first, field_groups: groups } = meta
  const isThere = ({ form_tab = null }: { form_tab?: string | null }) => form_tab === tab
  return {
    ...meta,
    default_field_group: isThere(first) ? first : { ...first, fields: [] },
    field_groups: groups.filter(isThere),
  }
}

function keepFields(meta: Meta, isKept: (field: FieldMeta) => boolean): Meta {
  const keep = <Group extends Meta['default_field_group']>(group: Group): Group => ({
    ...group,
    fields: group.fields.filter(isKept),
  })
  return {
    ...meta,
    default_field_group: keep(meta.default_field_group),
    field_groups: meta.field_groups.map(keep).filter((group) => group.fields.length > 0),
  }
}
