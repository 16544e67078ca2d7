import type { EntityRecord, Meta } from '@tavla/contract'

/** Meta with no more fields than the record holds: of a row of a list, the others are not blank but unknown. */
export function knownFields(meta: Meta, record: EntityRecord): Meta {
  const known = <Group extends Meta['default_field_group']>(group: Group): Group => ({
    ...group,
    fields: group.fields.filter((field) => field.fieldname in record),
  })
  return {
    ...meta,
    default_field_group: known(meta.default_field_group),
    field_groups: meta.field_groups.map(known).filter((group) => group.fields.length > 0),
  }
}
