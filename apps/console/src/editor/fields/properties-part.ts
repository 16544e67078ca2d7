import type { FieldMeta } from '@tavla/contract'
import type { RowErrors } from '@tavla/entity-ui'
import type { FieldRow } from '../field-row.ts'

/** The props of each part of a field's properties. */
export interface PropertiesPart {
  row: FieldRow
  /** The property in the meta of `Entity Field`; an older server lacks the newer ones. */
  property: (name: string) => FieldMeta | undefined
  /** Errors of the last save, by property. */
  errors: RowErrors | undefined
  /** Changes one property. */
  set: (name: string) => (value: unknown) => void
}
