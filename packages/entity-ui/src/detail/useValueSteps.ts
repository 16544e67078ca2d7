import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Makes a form that is read one tab stop: arrows move from value to value, Enter, F2 and double click edit a value
 * (reference: screens, Detail form). Links and buttons keep their click, and Tab goes to those of the value in focus.
 */
export function useValueSteps(
  form: RefObject<HTMLElement | null>,
  isReading: boolean,
  onEdit: (() => void) | undefined,
) {
  const latest = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (isReading && form.current) reachOnly(form.current, document.activeElement)
  })
  if (!isReading) return {}

  const handleFocus = ({ currentTarget, target }: FocusEvent<HTMLElement>) => {
    const value = target.closest<HTMLElement>(values)
    if (value) {
      latest.current = value.dataset.field
      reachOnly(currentTarget, value)
    } else if (target === currentTarget) {
      const all = [...currentTarget.querySelectorAll<HTMLElement>(values)]
      const next = all.find(({ dataset }) => dataset.field === latest.current) ?? all[0]
      next?.focus()
    }
    currentTarget.tabIndex = -1
  }
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) currentTarget.tabIndex = 0
  }
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event
    if (!(target instanceof HTMLElement) || !target.matches(values) || isWithModifier(event)) return
    if ((key === 'Enter' || key === 'F2') && onEdit) onEdit()
    else {
      const all = [...currentTarget.querySelectorAll<HTMLElement>(values)]
      const next = stepFrom(target, all, key)
      if (!next) return
      next.focus()
    }
    event.preventDefault()
  }
  const handleDoubleClick = ({ target }: MouseEvent<HTMLElement>) => {
    if (target instanceof Element && target.closest(values) && !target.closest('a, button')) onEdit?.()
  }
  return {
    tabIndex: 0,
    onFocus: handleFocus,
    onBlur: handleBlur,
    onKeyDown: handleKey,
    onDoubleClick: handleDoubleClick,
  }
}

const values = '.field-read[data-field]'

/** Leaves Tab only the links and buttons of one value. */
function reachOnly(form: HTMLElement, value: Element | null): void {
  for (const one of form.querySelectorAll<HTMLElement>('.field-read :is(a, button)'))
    one.tabIndex = value?.contains(one) || one === value ? 0 : -1
}

const isWithModifier = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey || shiftKey

/** The value to which a key leads: beside it in reading order, or the nearest one above or below. */
function stepFrom(from: HTMLElement, all: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = all.indexOf(from)
  const forward = from.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    case 'ArrowLeft':
    case 'ArrowRight':
      return key === forward ? all[at + 1] : all[at - 1]
    case 'ArrowDown':
      return nearest(from, all.slice(at + 1))
    case 'ArrowUp':
      return nearest(from, all.slice(0, Math.max(at, 0)).reverse())
    default:
      return undefined
  }
}

/** The value of the next line, in this direction, that stands nearest to this one's start. */
function nearest(from: HTMLElement, others: readonly HTMLElement[]): HTMLElement | undefined {
  const here = from.getBoundingClientRect()
  const places = others.map((one) => ({ one, box: one.getBoundingClientRect() }))
  const first = places.find(({ box }) => Math.abs(box.top - here.top) > 1)
  if (!first) return undefined
  const line = places.filter(({ box }) => Math.abs(box.top - first.box.top) <= 1)
  const distance = (box: DOMRect) => Math.abs(box.left - here.left)
  return line.toSorted((a, b) => distance(a.box) - distance(b.box))[0]?.one
}
