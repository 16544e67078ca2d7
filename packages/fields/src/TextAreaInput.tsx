import { TextArea } from '@tavla/ui'
import type { FieldInputProps } from './ui-types.ts'
import { valueText } from './value-text.ts'

type TextAreaInputProps = FieldInputProps & { rows?: number; isCode?: boolean; dir?: 'ltr' | 'rtl' }

/**
 * Many lines of text; the box grows with them, and code runs from left to right in a monospaced font. Pasted text is
 * never cut: a text that is too long is reported on save.
 */
export function TextAreaInput(props: TextAreaInputProps) {
  const { value, onChange, autoFocus = false, isCompact = false, isCode = false, rows = 3, dir } = props
  return (
    <TextArea
      isCode={isCode}
      rows={isCompact ? 1 : rows}
      value={valueText(value)}
      readOnly={!onChange}
      autoFocus={autoFocus}
      {...(dir && { dir })}
      onChange={(text) => onChange?.(text)}
    />
  )
}
