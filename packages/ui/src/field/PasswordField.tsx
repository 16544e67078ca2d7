import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Glyph } from '../icon/Glyph.tsx'
import { visibilityPath } from '../icon/sign-in-icons.ts'
import { useUiText } from '../texts.tsx'
import { FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'
import { directionOf, type TextInputProps } from './TextField.tsx'

export type PasswordFieldProps = Omit<TextInputProps, 'type'> & FieldTexts

/**
 * A password that is readable only while pointer, finger or key hold its eye button down (reference: screens, Sign-in
 * screens).
 */
export function PasswordField(props: PasswordFieldProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <PasswordInput {...control} />
    </FieldBox>
  )
}

function PasswordInput({ value, onChange, className, ...rest }: TextInputProps) {
  const text = useUiText()
  const wiring = useFieldWiring()
  const [isRevealed, setRevealed] = useState(false)
  return (
    <div className="input input-group" data-invalid={wiring['aria-invalid']}>
      <input
        {...wiring}
        className={classNames(className)}
        type={isRevealed ? 'text' : 'password'}
        dir={directionOf(value, 'password')}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        {...rest}
      />
      <button
        type="button"
        className="input-action"
        aria-label={text('Hold to show password')}
        title={text('Hold to show password')}
        aria-pressed={isRevealed}
        disabled={rest.disabled}
        {...holding(setRevealed)}
      >
        <Glyph path={visibilityPath} />
      </button>
    </div>
  )
}

function holding(setHeld: (isHeld: boolean) => void) {
  const release = () => setHeld(false)
  return {
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0) return
      // Keeps the caret in the text box; a finger that slides off the button counts as released.
      event.preventDefault()
      if (event.currentTarget.hasPointerCapture(event.pointerId))
        event.currentTarget.releasePointerCapture(event.pointerId)
      setHeld(true)
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== ' ' && event.key !== 'Enter') return
      event.preventDefault()
      setHeld(true)
    },
    onKeyUp: release,
    onBlur: release,
  }
}
