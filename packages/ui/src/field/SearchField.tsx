import { type ComponentProps, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useUiText } from '../texts.tsx'

export interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> {
  value: string
  onChange: (value: string) => void
  /** Called on every keyup, and when the text is cleared, with the current text (reference: screens, List header). */
  onSearch: (text: string) => void
  /** Accessible name and placeholder. */
  label: string
}

/** A search box that reports every keystroke; its cross and Escape empty it. */
export function SearchField({ value, onChange, onSearch, label, className, ...rest }: SearchFieldProps) {
  const text = useUiText()
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    onSearch('')
    input.current?.focus()
  }
  return (
    <search className={classNames('input input-group', className)}>
      <Icon name="search" size="small" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        dir={value === '' ? undefined : 'auto'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyUp={(event) => onSearch(event.currentTarget.value)}
        {...rest}
      />
      {value !== '' && (
        <button type="button" className="input-action" aria-label={text('Clear')} onClick={clear}>
          <Icon name="close" size="small" />
        </button>
      )}
    </search>
  )
}
