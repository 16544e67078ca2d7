import type { KeyboardEvent } from 'react'

/**
 * Sends a key to `box` again after React has drawn the choice that the key made: Ctrl+Enter then submits the form with
 * it.
 */
export function pressAgain({ key, code, ctrlKey, metaKey }: KeyboardEvent, box: HTMLElement | null): void {
  const again = new KeyboardEvent('keydown', { key, code, ctrlKey, metaKey, bubbles: true, cancelable: true })
  setTimeout(() => box?.dispatchEvent(again))
}
