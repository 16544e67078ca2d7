import type { FieldRow } from '../field-row.ts'

/** Every way to fill in a field's options gets these. */
export interface OptionsInputProps {
  row: FieldRow
  onChange: ((value: unknown) => void) | undefined
}
