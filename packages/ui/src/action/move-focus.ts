import type { KeyboardEvent } from 'react'

const backward = { vertical: 'ArrowUp', horizontal: 'ArrowLeft' }
const forward = { vertical: 'ArrowDown', horizontal: 'ArrowRight' }

/**
 * Moves the focus among the elements that match `selector` inside the event's element: arrows (mirrored from right to
 * left), Home, End and, in vertical lists, the first letter. Returns the element that got the focus.
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  selector: string,
  axis: 'vertical' | 'horizontal',
): HTMLElement | undefined {
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter(isUsable)
  const target = stops[nextIndex(event, stops, axis)]
  if (!target) return undefined
  event.preventDefault()
  target.focus()
  return target
}

function nextIndex(event: KeyboardEvent<HTMLElement>, stops: HTMLElement[], axis: 'vertical' | 'horizontal'): number {
  const isMirrored = axis === 'horizontal' && event.currentTarget.matches(':dir(rtl)')
  const step = isMirrored ? -1 : 1
  const focused = document.activeElement
  const at = focused instanceof HTMLElement ? stops.indexOf(focused) : -1
  const wrap = (index: number) => (index + stops.length) % stops.length
  if (event.key === forward[axis]) return wrap(at + step)
  if (event.key === backward[axis]) return wrap((at === -1 && step === 1 ? 0 : at) - step)
  if (event.key === 'Home') return 0
  if (event.key === 'End') return stops.length - 1
  if (axis === 'vertical' && event.key.length === 1 && event.key !== ' ') return byLetter(event.key, stops, at)
  return -1
}

function byLetter(letter: string, stops: HTMLElement[], at: number): number {
  const starts = (stop: HTMLElement) =>
    stop.textContent.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())
  const after = stops.findIndex((stop, index) => index > at && starts(stop))
  return after === -1 ? stops.findIndex(starts) : after
}

/** A disabled item that says why takes the focus. */
const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [aria-disabled="true"]:not([data-says-why])') && element.checkVisibility()
