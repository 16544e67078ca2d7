import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useDismiss } from '../overlay/useDismiss.ts'
import { matchOptions, type Option } from './option.ts'
import { pressAgain } from './press-again.ts'
import { useTypeAhead } from './useTypeAhead.ts'

/** The options of a Select and the chosen one. */
export interface Selection {
  options: readonly Option[]
  /** The chosen option's value; blank or null for none. */
  value: string | null
  onChange?: ((value: string) => void) | undefined
}

/** State of a Select: whether its list is open, the options it shows, and the handlers of keys, presses and focus. */
export function useSelect({ options, value, onChange }: Selection) {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
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
    if (option?.isClosed) return
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
      if (!openingKeys.has(event.key) || !isPlain) return
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

  const handleClick = () => (isOpen ? close() : open())
  const handleBlur = (event: FocusEvent) => {
    const next = event.relatedTarget
    if (next !== button.current && !panel.current?.contains(next)) close()
  }
  const selected = options[selectedIndex]
  return {
    ...{ button, panel, shown, selected, isOpen, isSearched, typed, active },
    ...{ setActive, choose, narrow, handleKey, handleClick, handleBlur },
  }
}

/** A list with more options than this gets a search box. */
const searchedFrom = 15

const openingKeys = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' '])

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
