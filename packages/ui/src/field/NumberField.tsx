import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'
import type { TextInputProps } from './TextField.tsx'

interface NumberInputProps extends Omit<TextInputProps, 'type'> {
  /** Drawn after the number, such as a currency's sign. */
  suffix?: ReactNode
  /** False for whole numbers, so that phones show a keyboard of digits alone. */
  hasFraction?: boolean
}

export type NumberFieldProps = NumberInputProps & FieldTexts

/** A number as the text that was typed; the caller parses it. */
export function NumberField(props: NumberFieldProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <NumberInput {...control} />
    </FieldBox>
  )
}

function NumberInput({ value, onChange, suffix, hasFraction = true, className, ...rest }: NumberInputProps) {
  const wiring = useFieldWiring()
  const input = (
    <input
      {...wiring}
      type="text"
      inputMode={hasFraction ? 'decimal' : 'numeric'}
      autoComplete="off"
      className={classNames(suffix === undefined && 'input', 'numeric', className)}
      dir={value === '' ? undefined : 'ltr'}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      {...rest}
    />
  )
  if (suffix === undefined) return input
  return (
    <div className="input input-group" data-invalid={wiring['aria-invalid']} data-disabled={rest.disabled || undefined}>
      {input}
      <span className="input-suffix">{suffix}</span>
    </div>
  )
}
