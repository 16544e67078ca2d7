import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Checkbox, FieldBox, TextField } from '@tavla/ui'
import { type FieldRow, textOf } from '../field-row.ts'
import { fieldMeta } from '../preview/draft-meta.ts'

interface DefaultInputProps {
  row: FieldRow
  onChange: ((value: unknown) => void) | undefined
}

/** Types that begin empty, whatever a default says. */
const without = new Set(['Table', 'Password', 'Attach', 'Attach Image', 'Dynamic Link', 'JSON'])

const hints: Readonly<Record<string, string>> = {
  Date: 'A date such as 2026-01-31, or Today',
  Datetime: 'A date and time such as 2026-01-31 09:00, or Now',
  Time: 'A time such as 09:00',
  Duration: 'In seconds',
}

/** What a new record begins with: a tick, one of the choices, or text that the type can read. */
export function DefaultInput({ row, onChange }: DefaultInputProps) {
  const type = textOf(row.fieldtype)
  if (without.has(type)) return null
  const label = <Text source="Default" />
  if (type === 'Check') {
    return (
      <FieldBox label={label}>
        <Checkbox
          isChecked={textOf(row.default) === '1'}
          disabled={!onChange}
          onChange={(isChecked) => onChange?.(isChecked ? '1' : null)}
        />
      </FieldBox>
    )
  }
  if (type === 'Select') {
    const field: FieldMeta = { ...fieldMeta(row, 0), reqd: 0 }
    const { Input } = fieldUi('Select')
    return (
      <FieldBox label={label}>
        <Input field={field} value={row.default ?? null} values={row} onChange={onChange} />
      </FieldBox>
    )
  }
  const isUser = type === 'Link' && row.options === 'User'
  const hint = isUser ? '__user stands for whoever makes the record' : hints[type]
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
