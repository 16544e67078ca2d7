import { type FieldMeta, textOf } from '@tavla/contract'
import { fieldInput, fieldUi } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { FieldBox, TextField } from '@tavla/ui'
import type { FieldRow } from '../field-row.ts'
import { fieldMeta } from '../preview/draft-meta.ts'

interface DefaultInputProps {
  row: FieldRow
  onChange: ((value: unknown) => void) | undefined
}

/** The default of a new record's value, in the type's own input or as text that the type can parse. */
export function DefaultInput({ row, onChange }: DefaultInputProps) {
  const { defaultBy, defaultHint, blank } = fieldUi(textOf(row.fieldtype))
  const { Input } = fieldInput(textOf(row.fieldtype))
  if (defaultBy === 'none') return null
  const label = <Text source="Default" />
  const field: FieldMeta = { ...fieldMeta(row, 0), reqd: 0 }
  if (defaultBy === 'input') {
    // A definition stores every default as text.
    const change = (value: unknown) => {
      const text = typeof value === 'number' ? String(value) : textOf(value)
      onChange?.(value === blank || text === '' ? null : text)
    }
    return (
      <FieldBox label={label}>
        <Input field={field} value={row.default ?? null} values={row} onChange={onChange && change} />
      </FieldBox>
    )
  }
  const hint = defaultHint?.(field)
  return (
    <TextField
      label={label}
      description={hint && <Text source={hint} />}
      disabled={!onChange}
      value={textOf(row.default)}
      onChange={(text) => onChange?.(text === '' ? null : text)}
    />
  )
}
