import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { addRow, readRows } from '@tavla/fields/rows'
import { fieldUi } from '@tavla/fields/ui'

/** The first Table field of a form into which rows can be typed; one of a named tab counts as well. */
export const firstTable = ({ doc_meta: { fields } }: Meta): FieldMeta | undefined =>
  fields.find(({ fieldtype, hidden, read_only: closed }) => fieldUi(fieldtype).hasRows && hidden !== 1 && closed !== 1)

/** The record with a row that is begun in this field; a record that has rows already keeps them. */
export function withFirstRow(record: EntityRecord, table: FieldMeta, { links }: Meta): EntityRecord {
  const { fieldname, options } = table
  const columns = links.find(({ id }) => id === options)?.fields.filter(({ hidden }) => hidden !== 1) ?? []
  if (readRows(record[fieldname]).length > 0 || columns.length === 0) return record
  const begun = addRow([], columns, (fieldtype) => fieldUi(fieldtype).blank).map((row) => ({ ...row, _begun: true }))
  return { ...record, [fieldname]: begun }
}
