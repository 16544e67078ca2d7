import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'

interface OptionSearchProps {
  label: string
  listId: string
  /** Id of the option that the keyboard points at. */
  active: string | undefined
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur: (event: FocusEvent) => void
}

/** The search box above a long list of options; it has the focus while the list is open. */
export function OptionSearch({ label, listId, active, value, onChange, onKeyDown, onBlur }: OptionSearchProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // On touch screens the screen keyboard would cover the list.
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
