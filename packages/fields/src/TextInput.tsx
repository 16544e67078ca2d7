import { limits } from '@tavla/contract'
import { TextField } from '@tavla/ui'
import type { InputHTMLAttributes } from 'react'
import type { FieldInputProps } from './ui-types.ts'
import { valueText } from './value-text.ts'

type TextInputProps = FieldInputProps & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode'>

/** One line of text; the browser counts its length (reference: screens, Field inputs). */
export function TextInput(props: TextInputProps) {
  const { field, value, onChange, autoFocus = false, placeholder, type = 'text', inputMode } = props
  return (
    <TextField
      type={type}
      inputMode={inputMode}
      maxLength={field.length ?? limits.dataLength}
      value={valueText(value)}
      placeholder={placeholder}
      readOnly={!onChange}
      autoFocus={autoFocus}
      autoComplete="off"
      onChange={(text) => onChange?.(text)}
    />
  )
}
