import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useDismiss } from '../overlay/useDismiss.ts'
import { isFocusQuiet } from './focus-quietly.ts'
import { activeOption, type Option, onlyMatch, type Pointed } from './option.ts'
import { pressAgain } from './press-again.ts'
import { useAwaited } from './useAwaited.ts'

/** The choice of a box with suggestions, and the source of the suggestions. */
export interface SuggestedChoice {
  /** The chosen value; blank or null for none. */
  value: string | null
  /** Label of the chosen value. */
  text: string
  /** Results of the last search. */
  suggestions: readonly Option[]
  isLoading?: boolean | undefined
  /** Called on focus and on every input with the trimmed text. */
  onSearch: (text: string) => void
  /** Called with the chosen suggestion, or with null when the box was emptied. */
  onChange: (option: Option | null) => void
}

/**
 * A key that chooses: Enter takes the active option; Tab takes only the single match or an option that the arrows
 * reached.
 */
interface Choice {
  isTab: boolean
  /** Sent again to the form once the choice is made. */
  again?: KeyboardEvent | undefined
}

/** State of a box with suggestions: its typed text, whether its list is open, and the handlers of keys and pointer. */
export function useComboBox({ value, text, suggestions, isLoading = false, onSearch, onChange }: SuggestedChoice) {
  const group = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [pointed, setPointed] = useState<Pointed>({ at: -1 })
  const active = activeOption(suggestions, pointed)
  const point = (at: number, isByArrow = false) =>
    setPointed({ at, meant: isByArrow ? suggestions[at]?.value : undefined })
  /** True when the arrows led to the active option; false when it is only the first one or the one under the pointer. */
  const isMeant = pointed.meant !== undefined && suggestions[active]?.value === pointed.meant
  const close = () => {
    setOpen(false)
    point(-1)
  }
  useDismiss(isOpen, close, group, panel)
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
  // The suggestions still belong to an earlier text; a key waits for the new ones.
  const isBehind = isLoading && typed !== null && typed.trim() !== ''
  const take = ({ isTab, again }: Choice) => {
    const option = isTab && !isMeant ? onlyMatch(suggestions, typed ?? '') : suggestions[Math.max(0, active)]
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
    // A choice that waits for its suggestions survives the loss of focus.
    if (awaited.isAsked()) return setOpen(false)
    if (typed?.trim() === '') clear()
    setTyped(null)
    close()
  }

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Tab' && (isMeant || (typed !== null && typed.trim() !== ''))) {
      if (!isBehind) take({ isTab: true })
      else if (!awaited.isAsked()) awaited.ask({ isTab: true })
      return
    }
    const last = suggestions.length - 1
    const option = suggestions[active]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (!isOpen) open()
      // Before the first answer there is nothing to reach, and the first option stays the one that Enter takes.
      else if (last >= 0) point(Math.min(last, Math.max(0, active + step)), true)
    } else if (event.key === 'Enter' && isBehind) {
      awaited.ask({ isTab: false, again: event.ctrlKey || event.metaKey ? event : undefined })
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // Ctrl+Enter chooses the active option and submits the form.
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

  return {
    group,
    input,
    panel,
    shown,
    isOpen,
    active,
    point,
    choose,
    leave,
    handleInput,
    handleKey,
    handleFocus: (event: FocusEvent<HTMLInputElement>) => {
      event.currentTarget.select()
      if (isFocusQuiet()) onSearch(shown.trim())
      else open()
    },
    handleClick: () => isOpen || open(),
    handleClear: () => {
      clear()
      onSearch('')
      input.current?.focus()
    },
  }
}
