import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** A record as a form edits it: fields whose draft has another shape than their value are converted, such as JSON. */
export function toDraftRecord(record: EntityRecord, fields: readonly FieldMeta[]): EntityRecord {
  const draft: EntityRecord = { ...record }
  for (const { fieldname, fieldtype, read_only: isReadOnly } of fields) {
    const { toInput } = fieldUi(fieldtype)
    if (toInput && isReadOnly !== 1 && fieldname in record) draft[fieldname] = toInput(record[fieldname])
  }
  return draft
}

/** The value that a draft stands for, as the record holds it. */
export function fromDraft(fields: readonly FieldMeta[], fieldname: string, value: unknown): unknown {
  const field = fields.find((one) => one.fieldname === fieldname)
  const { fromInput } = fieldUi(field?.fieldtype ?? '')
  return fromInput ? fromInput(value) : value
}
