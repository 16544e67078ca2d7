import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { isBlank } from '@tavla/fields/ui'
import { Cell } from './Cell.tsx'

/** A record's title field; its id where there is none, or where it is blank. */
export function RecordTitle({ record, field }: { record: EntityRecord; field: FieldMeta | undefined }) {
  if (!field || isBlank(record[field.fieldname])) return <bdi dir="ltr">{record.id}</bdi>
  return <Cell field={field} record={record} />
}
