import type { KeyboardEvent } from 'react'

/** Sends a key once more to `box`, after what it chose in a list has been drawn: Ctrl+Enter confirms the form with it. */
export function pressAgain({ key, code, ctrlKey, metaKey }: KeyboardEvent, box: HTMLElement | null): void {
  const again = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true })
  setTimeout(() => box?.dispatchEvent(again))
}
