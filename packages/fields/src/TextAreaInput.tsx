import { TextArea } from '@tavla/ui'
import { textOf } from './text-value.ts'
import type { FieldInputProps } from './ui-types.ts'

type TextAreaInputProps = FieldInputProps & { rows?: number; isCode?: boolean; dir?: 'ltr' | 'rtl' }

/**
 * Many lines of text, growing with what is typed; code runs from left to right in one width. Nothing is cut off what is
 * pasted: a text that is too long is told when it is to be saved.
 */
export function TextAreaInput(props: TextAreaInputProps) {
  const { value, onChange, autoFocus = false, isCompact = false, isCode = false, rows = 3, dir } = props
  return (
    <TextArea
      isCode={isCode}
      rows={isCompact ? 1 : rows}
      value={textOf(value)}
      readOnly={!onChange}
      autoFocus={autoFocus}
      {...(dir && { dir })}
      onChange={(text) => onChange?.(text)}
    />
  )
}
