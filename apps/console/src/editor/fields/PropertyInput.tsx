import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { FieldBox } from '@tavla/ui'
import { Suspense } from 'react'
import type { FieldRow } from '../field-row.ts'

interface PropertyInputProps {
  /** The property as the meta of `Entity Field` describes it. */
  field: FieldMeta | undefined
  row: FieldRow
  /** Without it the property is shown and can't be changed. */
  onChange: ((value: unknown) => void) | undefined
  /** In the line itself: one line, nothing beside it. */
  isCompact?: boolean
  autoFocus?: boolean
  /** What the last save was refused for. */
  error?: string | undefined
}

/** One property of a field, drawn by its own type. */
export function PropertyInput(props: PropertyInputProps) {
  const { field, row, onChange, isCompact = false, autoFocus = false, error } = props
  if (!field) return null
  const { Input } = fieldUi(field.fieldtype)
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
