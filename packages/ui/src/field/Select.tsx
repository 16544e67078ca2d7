import { type FocusEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { useDismiss } from '../overlay/useDismiss.ts'
import { Pill } from '../show/Pill.tsx'
import { Text, useUiText } from '../texts.tsx'
import { FieldBox, type FieldTexts, splitField, useFieldWiring, useGroupWiring } from './FieldBox.tsx'
import { Listbox } from './Listbox.tsx'
import { OptionSearch } from './OptionSearch.tsx'
import { OptionLabel } from './OptionText.tsx'
import { matchOptions, type Option, optionId } from './option.ts'
import { pressAgain } from './press-again.ts'
import { useTypeAhead } from './useTypeAhead.ts'

interface SelectInputProps {
  options: readonly Option[]
  /** The chosen option's value; blank or null for none. */
  value: string | null
  onChange?: (value: string) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  className?: string
  autoFocus?: boolean | undefined
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
}

export type SelectProps = SelectInputProps & FieldTexts

/**
 * A choice from a list. A press, arrows, Enter or Space open it; letters move to an option, or filter a long list; a
 * press or a turn of the wheel outside closes it.
 */
export function Select(props: SelectProps) {
  const [box, control] = splitField(props)
  return (
    <FieldBox {...box}>
      <SelectInput {...control} />
    </FieldBox>
  )
}

function SelectInput({ options, value, onChange, placeholder, className, ...rest }: SelectInputProps) {
  const text = useUiText()
  const listId = useId()
  const anchor = useAnchor()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { wiring } = useGroupWiring()
  const findByTyping = useTypeAhead(options)
  const isSearched = options.length > searchedFrom
  const shown = useMemo(() => matchOptions(options, typed), [options, typed])
  const close = () => {
    setOpen(false)
    if (panel.current?.contains(document.activeElement)) button.current?.focus()
  }
  useDismiss(isOpen, close, button, panel)

  const selectedIndex = options.findIndex((option) => option.value === (value ?? ''))
  const open = (letter = '') => {
    setTyped(letter)
    setActive(letter === '' ? Math.max(0, selectedIndex) : 0)
    setOpen(true)
  }
  const choose = (option: Option | undefined) => {
    close()
    if (option && option.value !== (value ?? '')) onChange?.(option.value)
  }
  const narrow = (next: string) => {
    setTyped(next)
    setActive(next.trim() === '' ? Math.max(0, selectedIndex) : 0)
  }
  const jump = (letter: string) => {
    const found = findByTyping(letter, active)
    if (found === -1) return
    if (!isOpen) open()
    setActive(found)
  }

  const handleKey = (event: KeyboardEvent) => {
    const isInBox = event.target !== button.current
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isInBox && isPlain && event.key.length === 1 && event.key !== ' ') {
      if (!isSearched) return jump(event.key)
      event.preventDefault()
      return open((isOpen ? typed : '') + event.key)
    }
    if (!isOpen) {
      if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key) || !isPlain) return
      event.preventDefault()
      return open()
    }
    if (event.key === 'Tab') return choose(shown[active])
    const move = isInBox && boxKeys.has(event.key) ? undefined : moves[event.key]
    if (move) setActive(Math.min(shown.length - 1, Math.max(0, move(active, shown.length))))
    else if (event.key === 'Enter' || (event.key === ' ' && !isInBox)) {
      choose(shown[active])
      // Ctrl+Enter chooses the active option and submits the form.
      if (!isPlain) pressAgain(event, button.current)
    } else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handleBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next !== button.current && !panel.current?.contains(next)) close()
  }

  const selected = options[selectedIndex]
  const atActive = isOpen && active in shown ? optionId(listId, active) : undefined
  return (
    <>
      <button
        {...useFieldWiring()}
        {...rest}
        ref={button}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={atActive}
        className={classNames('input select', className)}
        style={anchor.anchor}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={handleKey}
        onBlur={handleBlur}
      >
        <span className="select-value" data-placeholder={selected ? undefined : true}>
          <SelectedText option={selected} placeholder={placeholder} />
        </span>
        <Icon name="keyboard_arrow_down" size="small" />
      </button>
      <Listbox
        id={listId}
        panel={panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={rest['aria-label']}
        labelledBy={rest['aria-labelledby'] ?? wiring?.labelId}
        options={shown}
        active={active}
        selected={value ?? ''}
        onActive={setActive}
        onChoose={choose}
        head={
          isSearched ? (
            <OptionSearch
              label={text('Search')}
              listId={listId}
              active={atActive}
              value={typed}
              onChange={narrow}
              onKeyDown={handleKey}
              onBlur={handleBlur}
            />
          ) : undefined
        }
        message={shown.length === 0 ? <Text source="No results" /> : undefined}
      />
    </>
  )
}

function SelectedText({ option, placeholder }: { option: Option | undefined; placeholder: string | undefined }) {
  if (!option) return placeholder ?? <Text source="Select an option" />
  const label = <OptionLabel option={option} />
  return option.color ? <Pill color={option.color}>{label}</Pill> : <bdi>{label}</bdi>
}

/** A list with more options than this gets a search box. */
const searchedFrom = 15

/** Keys that move the caret in the search box. */
const boxKeys = new Set(['Home', 'End'])

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 8,
  PageUp: (at) => at - 8,
  Home: () => 0,
  End: (_, count) => count - 1,
}
