import type { KeyboardEvent } from 'react'
import { focusByInput } from './focus-by-input.ts'

const stops = 'a[href], button, input, select, textarea, summary, [contenteditable="true"], [tabindex]'

/** Moves the focus from the last stop of a window to its first, and back: the platform lets it go to the browser's bar. */
export function keepTabInside(event: KeyboardEvent<HTMLDialogElement>): void {
  const { key, shiftKey, currentTarget: dialog, target } = event
  if (key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey || event.isDefaultPrevented()) return
  // In the React tree a window may stand inside another one.
  if (!(target instanceof HTMLElement) || target.closest('dialog') !== dialog) return
  const all = [...dialog.querySelectorAll<HTMLElement>(stops)].filter(isStop)
  const [from, to] = shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (!to || (target !== from && target !== dialog)) return
  event.preventDefault()
  focusByInput(to)
}

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
