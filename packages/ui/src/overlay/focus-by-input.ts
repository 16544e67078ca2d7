let isByKeys = false

/**
 * Moves the focus for the person, with a focus ring if the last input came from the keyboard. Left to itself, a browser
 * shows no ring after a combination with Ctrl or Command, such as Ctrl+S.
 */
export function focusByInput(element: HTMLElement): void {
  if (!isByKeys) {
    element.focus()
    return
  }
  // An element that has the focus already gets no ring from a second call.
  if (document.activeElement === element) element.blur()
  element.focus({ focusVisible: true })
}

const modifiers = new Set(['Control', 'Meta', 'Alt', 'Shift'])

if (typeof window !== 'undefined') {
  const handleKey = ({ key }: KeyboardEvent) => {
    // A modifier alone belongs to the press of the pointer that comes next.
    if (!modifiers.has(key)) isByKeys = true
  }
  window.addEventListener('keydown', handleKey, { capture: true })
  const handlePointer = () => {
    isByKeys = false
  }
  window.addEventListener('pointerdown', handlePointer, { capture: true })
}
