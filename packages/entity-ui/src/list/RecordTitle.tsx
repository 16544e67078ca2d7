import { isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { isBlank } from '@tavla/fields/ui'
import { Cell } from './Cell.tsx'

/** A record's title field; its id where there is none, where it is blank, and unseen while the row is read again. */
export function RecordTitle({ record, field }: { record: EntityRecord; field: FieldMeta | undefined }) {
  if (!isRead(record)) return <bdi className="visually-hidden">{record.id}</bdi>
  if (!field || isBlank(record[field.fieldname])) return <bdi dir="ltr">{record.id}</bdi>
  return <Cell field={field} record={record} />
}
