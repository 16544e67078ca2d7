import { NumberField } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { numberText } from './number-text.ts'
import type { FieldInputProps } from './ui-types.ts'

type NumberInputProps = FieldInputProps & {
  /** The number in a text, or null when it is none. */
  parse(text: string): number | null
  hasFraction?: boolean
  inputMode?: 'text'
  /** Stands after the number, in its field. */
  suffix?: ReactNode
  title?: string | undefined
}

/** A number being typed. What is not numeric counts as 0 at once, and reads 0 when the field is left (spec 5). */
export function NumberInput(props: NumberInputProps) {
  const { value, onChange, autoFocus = false, parse, hasFraction = true, inputMode, suffix, title } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <NumberField
      value={typed ?? numberText(value)}
      hasFraction={hasFraction}
      {...(inputMode && { inputMode })}
      {...(suffix !== undefined && { suffix })}
      title={title}
      readOnly={!onChange}
      autoFocus={autoFocus}
      onBlur={() => setTyped(null)}
      onChange={(text) => {
        if (!onChange) return
        setTyped(text)
        onChange(parse(text) ?? 0)
      }}
    />
  )
}
