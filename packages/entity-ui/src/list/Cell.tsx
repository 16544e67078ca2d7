import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** One value of a record on one line, rendered by its field type. */
export function Cell({ field, record }: { field: FieldMeta; record: EntityRecord }) {
  const { Cell: TypeCell } = fieldUi(field.fieldtype)
  return <TypeCell field={field} value={record[field.fieldname]} values={record} />
}
