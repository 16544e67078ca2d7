import { limits } from '@tavla/contract'
import { NumberField } from '@tavla/ui'
import { type ReactNode, useState } from 'react'
import { isBlank } from './is-blank.ts'
import { numberText } from './number-text.ts'
import type { FieldInputProps } from './ui-types.ts'

interface NumberFormat {
  /** The number in a text, or null if it has none. */
  parse(text: string): number | null
  hasFraction?: boolean
  inputMode?: 'text'
  /** Drawn after the number, inside the box. */
  suffix?: ReactNode
  title?: string | undefined
}

/**
 * A number input. Text without a number counts as 0 at once, and shows 0 when the box loses the focus (reference:
 * screens, Field inputs).
 */
export function NumberInput(props: FieldInputProps & NumberFormat) {
  const { value, onChange, parse } = props
  return <TypedNumber {...props} text={numberText(value)} onType={onChange && ((text) => onChange(parse(text) ?? 0))} />
}

/** The number of a quick filter: a blank box, or one without a number, filters nothing. */
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

/** The box keeps the typed text until it loses the focus. */
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
