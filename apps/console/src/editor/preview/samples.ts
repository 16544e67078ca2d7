import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/entity-ui'

/** A record as it might be, for an entity that has none yet: a text says what it stands for. */
export function sampleRecord(fields: readonly FieldMeta[], say: (label: string) => string, now: string): EntityRecord {
  const valueFor = (field: FieldMeta) => {
    const { example, sample } = fieldUi(field.fieldtype)
    return example ? example(field, { say, now }) : sample.value
  }
  return { id: '1', ...Object.fromEntries(fields.map((field) => [field.fieldname, valueFor(field)])) }
}
