import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { useDismiss } from '../overlay/useDismiss.ts'
import { Pill } from '../show/Pill.tsx'
import { Text, useUiText } from '../texts.tsx'
import { FieldBox, type FieldTexts, splitField, useFieldWiring } from './FieldBox.tsx'
import { Listbox, type Option, optionId } from './Listbox.tsx'
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

/** One of a list. Opens on a press, arrows, Enter or Space; letters jump; a press or the wheel outside closes it. */
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
  const findByTyping = useTypeAhead(options)
  const close = () => setOpen(false)
  useDismiss(isOpen, close, button, panel)

  const selectedIndex = options.findIndex((option) => option.value === (value ?? ''))
  const open = () => {
    setActive(Math.max(0, selectedIndex))
    setOpen(true)
  }
  const choose = (option: Option | undefined) => {
    close()
    if (option && option.value !== (value ?? '')) onChange?.(option.value)
  }
  const jump = (letter: string) => {
    const found = findByTyping(letter, active)
    if (found === -1) return
    setActive(found)
    setOpen(true)
  }

  const handleKey = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isLetter) return jump(event.key)
    if (!isOpen) {
      if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key)) return
      event.preventDefault()
      return open()
    }
    if (event.key === 'Tab') return choose(options[active])
    const move = moves[event.key]
    if (move) setActive(Math.min(options.length - 1, Math.max(0, move(active, options.length))))
    else if (event.key === 'Enter' || event.key === ' ') choose(options[active])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const selected = options[selectedIndex]
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
        aria-activedescendant={isOpen && active >= 0 ? optionId(listId, active) : undefined}
        className={classNames('input select', className)}
        style={anchor.anchor}
        onClick={() => (isOpen ? close() : open())}
        onKeyDown={handleKey}
        onBlur={close}
      >
        <span className="select-value" data-placeholder={selected ? undefined : true}>
          <SelectedText option={selected} placeholder={placeholder ?? text('Select an option')} />
        </span>
        <Icon name="keyboard_arrow_down" size="small" />
      </button>
      <Listbox
        id={listId}
        panel={panel}
        style={anchor.panel}
        isOpen={isOpen}
        label={rest['aria-label']}
        labelledBy={rest['aria-labelledby']}
        options={options}
        active={active}
        selected={value ?? ''}
        onActive={setActive}
        onChoose={choose}
        message={options.length === 0 ? <Text source="No results" /> : undefined}
      />
    </>
  )
}

function SelectedText({ option, placeholder }: { option: Option | undefined; placeholder: string }) {
  if (!option) return placeholder
  return option.color ? <Pill color={option.color}>{option.label}</Pill> : <bdi>{option.label}</bdi>
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + 8,
  PageUp: (at) => at - 8,
  Home: () => 0,
  End: (_, count) => count - 1,
}
