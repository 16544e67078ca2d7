import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'

/** Meta with no more fields than the record holds: of a row of a list, the others are not blank but unknown. */
export const knownFields = (meta: Meta, record: EntityRecord): Meta =>
  keepFields(meta, (field) => field.fieldname in record)

/** Meta without the fields of these names. */
export const otherFields = (meta: Meta, names: readonly string[]): Meta =>
  keepFields(meta, (field) => !names.includes(field.fieldname))

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
