import { limits } from '@tavla/contract'
import { lazyPart, NumberField } from '@tavla/ui'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { isBlank } from './is-blank.ts'
import type { NoNumberProps } from './NoNumber.tsx'
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

const NoNumber = lazyPart(() => import('./NoNumber.tsx'), 'line')

/**
 * A number input. Text without a number counts as 0 at once, and shows 0 when the box loses the focus; both is said
 * (reference: screens, Field inputs).
 */
export function NumberInput(props: FieldInputProps & NumberFormat) {
  const { value, onChange, parse } = props
  const former = useRef(value)
  const [none, setNone] = useState<Omit<NoNumberProps, 'onUndo'> | null>(null)
  const type = (text: string) => {
    const number = parse(text)
    setNone(number === null && text.trim() !== '' ? { text, isLeft: false } : null)
    onChange?.(number ?? 0)
  }
  const undo = () => {
    setNone(null)
    onChange?.(former.current)
  }
  return (
    <>
      <TypedNumber
        {...props}
        text={numberText(value)}
        onType={onChange && type}
        onFocus={() => {
          former.current = value
        }}
        onBlur={() => setNone(none && { ...none, isLeft: true })}
      />
      {none && (
        <Suspense fallback={null}>
          <NoNumber {...none} onUndo={undo} />
        </Suspense>
      )}
    </>
  )
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
    onFocus?: () => void
    onBlur?: () => void
  }

/** The box keeps the typed text until it loses the focus. */
function TypedNumber(props: TypedNumberProps) {
  const {
    text,
    onType,
    onFocus,
    onBlur,
    autoFocus = false,
    placeholder,
    hasFraction = true,
    inputMode,
    suffix,
    title,
  } = props
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
      onFocus={onFocus}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
      onChange={(next) => {
        if (!onType) return
        setTyped(next)
        onType(next)
      }}
    />
  )
}
