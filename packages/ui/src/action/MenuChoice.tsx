import { type ReactNode, useId } from 'react'
import './menu.css'

export interface MenuChoiceProps<T extends string> {
  /** Name of the setting. */
  label: ReactNode
  /** A few short options, drawn side by side. */
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** Several options in one line of a Menu. The menu stays open, so that the user sees the effect. */
export function MenuChoice<T extends string>({ label, options, value, onChange }: MenuChoiceProps<T>) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a menu
    <div className="menu-choice" role="group" aria-labelledby={id}>
      <span id={id}>{label}</span>
      <span className="menu-choice-options">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            role="menuitemradio"
            aria-checked={option.value === value}
            tabIndex={-1}
            className="menu-choice-option"
            onClick={() => onChange(option.value)}
          >
            {option.label}
          </button>
        ))}
      </span>
    </div>
  )
}
