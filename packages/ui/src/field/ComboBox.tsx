import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { useDismiss } from '../overlay/useDismiss.ts'
import { Text, useUiText } from '../texts.tsx'
import { FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'
import { isFocusQuiet } from './focus-quietly.ts'
import { Listbox } from './Listbox.tsx'
import { type Option, onlyMatch, optionId } from './option.ts'
import { pressAgain } from './press-again.ts'
import { useAwaited } from './useAwaited.ts'

interface ComboBoxInputProps {
  /** The chosen value; blank or null for none. */
  value: string | null
  /** What the chosen value is shown as. */
  text: string
  /** What the last search brought. */
  suggestions: readonly Option[]
  isLoading?: boolean | undefined
  /** Why the last search brought nothing, where it failed. */
  failure?: ReactNode
  /** Called on focus and on every input with the trimmed text. */
  onSearch: (text: string) => void
  /** A suggestion was chosen, or null when the box was emptied. */
  onChange: (option: Option | null) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  maxLength?: number | undefined
  id?: string | undefined
  className?: string
  autoFocus?: boolean | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
}

export type ComboBoxProps = ComboBoxInputProps & FieldTexts

/** A key that chooses: Enter whatever the list stands at, Tab only what can't be mistaken or was gone to with the arrows. */
interface Choice {
  isTab: boolean
  /** Goes on to the form once the choice is made. */
  again?: KeyboardEvent | undefined
}

/**
 * A text box that offers suggestions from elsewhere. What is typed but not chosen is put back when the box is left; Tab
 * chooses where the arrows led, or where the text leaves no doubt.
 */
export function ComboBox(props: ComboBoxProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <ComboBoxInput {...control} />
    </FieldBox>
  )
}

function ComboBoxInput(props: ComboBoxInputProps) {
  const {
    value,
    text,
    suggestions,
    isLoading = false,
    failure,
    onSearch,
    onChange,
    className,
    placeholder,
    ...rest
  } = props
  const translate = useUiText()
  const listId = useId()
  const anchor = useAnchor()
  const group = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  /** The arrows led to `active`: it is meant, and not only what happens to stand first or under the pointer. */
  const isMeant = useRef(false)
  const point = (at: number, isByArrow = false) => {
    isMeant.current = isByArrow && at >= 0
    setActive(at)
  }
  const close = () => {
    setOpen(false)
    point(-1)
  }
  useDismiss(isOpen, close, group, panel)
  const wiring = useFieldWiring()
  const shown = typed ?? text

  const open = () => {
    onSearch(shown.trim())
    setOpen(true)
  }
  const choose = (option: Option) => {
    setTyped(null)
    close()
    if (option.value !== value) onChange(option)
  }
  // Suggestions of the text before this one are no answer to a key: it waits for those that fit.
  const isBehind = isLoading && typed !== null && typed.trim() !== ''
  const take = ({ isTab, again }: Choice) => {
    const at = Math.max(0, Math.min(active, suggestions.length - 1))
    const option = isTab && !isMeant.current ? onlyMatch(suggestions, typed ?? '') : suggestions[at]
    if (option) choose(option)
    else if (isTab || document.activeElement !== input.current) {
      setTyped(null)
      close()
    }
    if (option && again) pressAgain(again, input.current)
  }
  const awaited = useAwaited(isLoading, take)

  const handleInput = (next: string) => {
    awaited.withdraw()
    setTyped(next)
    point(next.trim() === '' ? -1 : 0)
    setOpen(true)
    onSearch(next.trim())
  }
  const clear = () => {
    setTyped(null)
    if (value) onChange(null)
  }
  const leave = () => {
    // A choice that waits for its suggestions outlasts the focus.
    if (awaited.isAsked()) return setOpen(false)
    if (typed?.trim() === '') clear()
    setTyped(null)
    close()
  }

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab' && (isMeant.current || (typed !== null && typed.trim() !== ''))) {
      if (!isBehind) take({ isTab: true })
      else if (!awaited.isAsked()) awaited.ask({ isTab: true })
      return
    }
    const last = suggestions.length - 1
    const option = suggestions[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (isOpen) point(Math.min(last, Math.max(0, active + step)), true)
      else open()
    } else if (event.key === 'Enter' && isBehind) {
      awaited.ask({ isTab: false, again: event.ctrlKey || event.metaKey ? event : undefined })
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // It confirms the whole form, together with what the list stands at.
      if (!isOpen || !option) return close()
      choose(option)
      pressAgain(event, input.current)
    } else if (event.key === 'Enter' && isOpen && option) choose(option)
    else if (event.key === 'Escape' && (isOpen || typed !== null)) {
      awaited.withdraw()
      setTyped(null)
      close()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <>
      <div
        ref={group}
        className={classNames('input input-group', className)}
        data-invalid={rest['aria-invalid'] || wiring['aria-invalid']}
        data-disabled={rest.disabled || undefined}
        style={anchor.anchor}
      >
        <input
          {...wiring}
          {...rest}
          ref={input}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active in suggestions ? optionId(listId, active) : undefined}
          dir={shown === '' ? undefined : 'auto'}
          placeholder={placeholder}
          value={shown}
          onChange={(event) => handleInput(event.currentTarget.value)}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            event.currentTarget.select()
            if (isFocusQuiet()) onSearch(shown.trim())
            else open()
          }}
          onClick={() => isOpen || open()}
          onKeyDown={handleKey}
          onBlur={leave}
        />
        {shown !== '' && !rest.disabled && (
          <button
            type="button"
            tabIndex={-1}
            className="input-action"
            aria-label={translate('Clear')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              clear()
              onSearch('')
              input.current?.focus()
            }}
          >
            <Icon name="close" size="small" />
          </button>
        )}
        {shown === '' && !rest.disabled && <Icon name="keyboard_arrow_down" size="small" className="combo-mark" />}
      </div>
      <Listbox
        id={listId}
        panel={panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={rest['aria-label'] ?? translate('Search')}
        labelledBy={rest['aria-labelledby']}
        options={suggestions}
        active={active}
        selected={value}
        onActive={point}
        onChoose={choose}
        message={
          suggestions.length === 0 ? (failure ?? <Text source={isLoading ? 'Loading…' : 'No results'} />) : undefined
        }
      />
    </>
  )
}
