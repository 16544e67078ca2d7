import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { readRows } from '@tavla/fields/rows'
import { fieldUi } from '@tavla/fields/ui'

/** A record in its editable form: converts fields whose draft differs from their value, such as JSON. */
export function toDraftRecord(record: EntityRecord, fields: readonly FieldMeta[]): EntityRecord {
  const draft: EntityRecord = { ...record }
  for (const { fieldname, fieldtype, read_only: isReadOnly } of fields) {
    const { toInput } = fieldUi(fieldtype)
    if (toInput && isReadOnly !== 1 && fieldname in record) draft[fieldname] = toInput(record[fieldname])
  }
  return draft
}

/** The value of a draft, in the record's form. */
export function fromDraft(fields: readonly FieldMeta[], fieldname: string, value: unknown): unknown {
  const field = fields.find((one) => one.fieldname === fieldname)
  const { fromInput, hasRows } = fieldUi(field?.fieldtype ?? '')
  if (fromInput) return fromInput(value)
  return hasRows ? readRows(value).filter((row) => !row._begun) : value
}
