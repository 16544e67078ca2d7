import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

interface OptionSearchProps {
  label: string
  listId: string
  /** Id of the option under the keyboard. */
  active: string | undefined
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: (event: FocusEvent) => void
}

/** The box above a long list of options that narrows it; it takes the focus while the list is open. */
export function OptionSearch({ label, listId, active, value, onChange, onKeyDown, onBlur }: OptionSearchProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Under a finger the screen's keyboard would cover the list before anybody asked for it.
    if (!window.matchMedia('(pointer: coarse)').matches) box.current?.focus({ preventScroll: true })
  }, [])
  return (
    <input
      ref={box}
      type="text"
      role="combobox"
      className="input"
      aria-label={label}
      aria-autocomplete="list"
      aria-expanded
      aria-controls={listId}
      aria-activedescendant={active}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      maxLength={140}
      dir={value === '' ? undefined : 'auto'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    />
  )
}
