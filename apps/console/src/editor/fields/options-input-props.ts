import type { FieldRow } from '../field-row.ts'

/** The props of every editor of a field's options. */
export interface OptionsInputProps {
  row: FieldRow
  onChange: ((value: unknown) => void) | undefined
}
