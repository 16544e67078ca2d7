import { limits } from '@tavla/contract'
import { TextArea } from '@tavla/ui'
import { textOf } from './text-value.ts'
import type { FieldInputProps } from './ui-types.ts'

type TextAreaInputProps = FieldInputProps & { rows?: number; isCode?: boolean }

/** Many lines of text, growing with what is typed; code runs from left to right in one width. */
export function TextAreaInput(props: TextAreaInputProps) {
  const { field, value, onChange, autoFocus = false, isCompact = false, isCode = false, rows = 3 } = props
  return (
    <TextArea
      isCode={isCode}
      rows={isCompact ? 1 : rows}
      maxLength={field.length ?? limits.textLength}
      value={textOf(value)}
      readOnly={!onChange}
      autoFocus={autoFocus}
      onChange={(text) => onChange?.(text)}
    />
  )
}
