import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { useFieldWiring } from './FieldBox.tsx'
import './checkbox.css'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'onChange' | 'checked' | 'type' | 'children'> {
  isChecked: boolean
  onChange?: (isChecked: boolean) => void
  /** Some are selected, but not all. */
  isMixed?: boolean
  /** The label beside the box; without it the box needs an aria-label or a FieldBox around it. */
  children?: ReactNode
}

/** A checkbox. */
export function Checkbox({ isMixed = false, children, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return <Toggle {...rest} box={box} inputClass="checkbox" {...(className && { className })} text={children} />
}

/** A checkbox drawn as a switch, for settings that take effect at once. */
export function Switch({ children, className, ...rest }: Omit<CheckboxProps, 'isMixed'>) {
  return <Toggle {...rest} isSwitch inputClass="switch" {...(className && { className })} text={children} />
}

interface ToggleProps extends Omit<CheckboxProps, 'isMixed' | 'children'> {
  box?: React.Ref<HTMLInputElement>
  inputClass: string
  isSwitch?: boolean
  text: ReactNode
}

function Toggle({ isChecked, onChange, box, inputClass, isSwitch, text, className, ...rest }: ToggleProps) {
  const wiring = useFieldWiring()
  const input = (
    <input
      {...wiring}
      ref={box}
      type="checkbox"
      className={inputClass}
      checked={isChecked}
      onChange={(event) => onChange?.(event.currentTarget.checked)}
      {...(isSwitch && { role: 'switch' })}
      {...rest}
    />
  )
  if (text === undefined) return <span className={classNames('toggle', className)}>{input}</span>
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input stands inside
    <label className={classNames('toggle', className)}>
      {input}
      <span>{text}</span>
    </label>
  )
}
