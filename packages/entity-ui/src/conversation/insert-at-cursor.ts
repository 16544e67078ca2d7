/**
 * Returns `value` with `text` in place of the selection in its box, or at its end without a box, and then moves the
 * cursor behind `text`.
 */
export function insertAtCursor(box: HTMLTextAreaElement | null | undefined, value: string, text: string): string {
  const start = box?.selectionStart ?? value.length
  const end = box?.selectionEnd ?? value.length
  requestAnimationFrame(() => {
    box?.focus()
    box?.setSelectionRange(start + text.length, start + text.length)
  })
  return value.slice(0, start) + text + value.slice(end)
}
