import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/entity-ui'

/** An example record for an entity without records; each text names its field. */
export function sampleRecord(fields: readonly FieldMeta[], say: (label: string) => string, now: string): EntityRecord {
  const valueFor = (field: FieldMeta) => {
    const { example, sample } = fieldUi(field.fieldtype)
    return example ? example(field, { say, now }) : sample.value
  }
  return { id: '1', ...Object.fromEntries(fields.map((field) => [field.fieldname, valueFor(field)])) }
}
