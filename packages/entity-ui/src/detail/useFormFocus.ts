import { focusQuietly } from '@tavla/ui'
import { type RefObject, useEffect, useRef } from 'react'

const firstControl = `.field-edit :is(
  input:not([type="checkbox"], [type="file"], :read-only, :disabled),
  textarea:not(:read-only, :disabled),
  button[role="combobox"]:not(:disabled),
  [role="spinbutton"]:not([aria-readonly="true"])
)`

/**
 * Keeps the focus where the work goes on: the first box one types in when editing begins, the first wrong field after a
 * refusal, the Edit button when editing ends.
 */
export function useFormFocus(form: RefObject<HTMLElement | null>, isEditing: boolean, refusals: number): void {
  const wasEditing = useRef(isEditing)

  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const place = form.current?.querySelector<HTMLElement>(isEditing ? firstControl : '[data-form-edit]')
    // A link would drop its list over the form that has just opened.
    if (place) focusQuietly(place)
  }, [form, isEditing])

  useEffect(() => {
    if (refusals === 0) return
    const root = form.current
    if (!root || focusWrong(root)) return
    // A part of the form that was not open is still being fetched.
    const observer = new MutationObserver(() => {
      if (focusWrong(root)) observer.disconnect()
    })
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['data-invalid'] })
    const timer = setTimeout(() => observer.disconnect(), patience)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [form, refusals])
}

/** Longest time that a refused field is waited for, in milliseconds. */
const patience = 5000

/** Brings the first wrong field into sight and the focus into it; false where none is drawn yet. */
function focusWrong(form: HTMLElement): boolean {
  const all = [...form.querySelectorAll('.field-edit [data-invalid], .field-edit[data-invalid]')]
  // In a table it is the cell, not the table.
  const wrong = all.find((one) => one.querySelector('[data-invalid]') === null)
  if (!wrong) return false
  const boxes = [...wrong.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const missing = boxes.find((box) => box.ariaRequired === 'true' && box.value === '')
  const place = missing ?? wrong.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
  if (!place) return false
  wrong.scrollIntoView({ block: 'nearest' })
  focusQuietly(place)
  return true
}
