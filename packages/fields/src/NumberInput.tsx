import { limits } from '@tavla/contract'
import { NumberField } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { numberText } from './number-text.ts'
import { isBlank } from './text-value.ts'
import type { FieldInputProps } from './ui-types.ts'

interface NumberFormat {
  /** The number in a text, or null when it is none. */
  parse(text: string): number | null
  hasFraction?: boolean
  inputMode?: 'text'
  /** Stands after the number, in its field. */
  suffix?: ReactNode
  title?: string | undefined
}

/**
 * A number being typed. What is not numeric counts as 0 at once, and reads 0 when the field is left
 * (reference: screens, Field inputs).
 */
export function NumberInput(props: FieldInputProps & NumberFormat) {
  const { value, onChange, parse } = props
  return <TypedNumber {...props} text={numberText(value)} onType={onChange && ((text) => onChange(parse(text) ?? 0))} />
}

/** The number of a quick filter: a blank box, or one without a number in it, lets all records through. */
export function NumberFilter(props: FieldInputProps & NumberFormat) {
  const { value, onChange, parse } = props
  const text = isBlank(value) ? '' : numberText(value)
  return <TypedNumber {...props} text={text} onType={onChange && ((typed) => onChange(parse(typed)))} />
}

type TypedNumberProps = Omit<NumberFormat, 'parse'> &
  Pick<FieldInputProps, 'autoFocus' | 'placeholder'> & {
    /** The value as editable text. */
    text: string
    onType: ((text: string) => void) | undefined
  }

/** What is typed stays as it was typed until the field is left. */
function TypedNumber(props: TypedNumberProps) {
  const { text, onType, autoFocus = false, placeholder, hasFraction = true, inputMode, suffix, title } = props
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <NumberField
      value={typed ?? text}
      maxLength={limits.dataLength}
      hasFraction={hasFraction}
      {...(inputMode && { inputMode })}
      {...(suffix !== undefined && { suffix })}
      title={title}
      placeholder={placeholder}
      readOnly={!onType}
      autoFocus={autoFocus}
      onBlur={() => setTyped(null)}
      onChange={(next) => {
        if (!onType) return
        setTyped(next)
        onType(next)
      }}
    />
  )
}
