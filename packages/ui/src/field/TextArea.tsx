import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'
import { directionOf } from './TextField.tsx'

interface TextAreaInputProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'defaultValue'> {
  value: string
  onChange?: (value: string) => void
  /** Monospaced text from left to right, for code and JSON. */
  isCode?: boolean
}

export type TextAreaProps = TextAreaInputProps & FieldTexts

/** Several lines of text; the box grows with them, up to its maximum height. */
export function TextArea(props: TextAreaProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <TextAreaInput {...control} />
    </FieldBox>
  )
}

function TextAreaInput({ value, onChange, isCode = false, className, ...rest }: TextAreaInputProps) {
  return (
    <textarea
      {...useFieldWiring()}
      className={classNames('input', className)}
      data-code={isCode || undefined}
      data-long={value.length > longText || undefined}
      dir={isCode ? 'ltr' : directionOf(value)}
      spellCheck={isCode ? false : undefined}
      rows={3}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      {...rest}
    />
  )
}

/**
 * Beyond this length, in characters, the box keeps its height: measuring a very long text at every key would delay
 * typing.
 */
const longText = 20_000
