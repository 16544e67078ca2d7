import { type ReactNode, useId } from 'react'
import './menu.css'

export interface MenuChoiceProps<T extends string> {
  /** What is chosen. */
  label: ReactNode
  /** A few short ones: they stand side by side. */
  options: readonly { value: T; label: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** One choice of several in one line of a Menu, which stays open so that the effect is seen. */
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
