import type { FieldMeta } from '@tavla/contract'
import { fieldInput } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { FieldBox } from '@tavla/ui'
import { Suspense } from 'react'
import type { FieldRow } from '../field-row.ts'

interface PropertyInputProps {
  /** The property in the meta of `Entity Field`. */
  field: FieldMeta | undefined
  row: FieldRow
  /** Without it the property is read-only. */
  onChange: ((value: unknown) => void) | undefined
  /** In the line itself: one line without additions. */
  isCompact?: boolean
  autoFocus?: boolean
  /** The error of the last save. */
  error?: string | undefined
}

/** One property of a field, in its own type's input. */
export function PropertyInput(props: PropertyInputProps) {
  const { field, row, onChange, isCompact = false, autoFocus = false, error } = props
  if (!field) return null
  const { Input } = fieldInput(field.fieldtype)
  return (
    <FieldBox label={<Text source={field.label} />} isRequired={field.reqd === 1} error={error}>
      <Suspense fallback={<div className="input" aria-busy="true" />}>
        <Input
          field={field}
          value={row[field.fieldname]}
          values={row}
          autoFocus={autoFocus}
          isCompact={isCompact}
          onChange={onChange}
        />
      </Suspense>
    </FieldBox>
  )
}
