import { focusQuietly } from '@tavla/ui'
import { type RefObject, useEffect, useRef } from 'react'

const firstControl = `.field-edit :is(
  input:not([type="checkbox"], [type="file"], :read-only, :disabled),
  textarea:not(:read-only, :disabled),
  button[role="combobox"]:not(:disabled),
  [role="spinbutton"]:not([aria-readonly="true"])
)`

/**
 * Moves the focus to the next step: the first text box when editing starts, the first wrong field after a refusal, the
 * Edit button when editing ends.
 */
export function useFormFocus(form: RefObject<HTMLElement | null>, isEditing: boolean, refusals: number): void {
  const wasEditing = useRef(isEditing)

  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    const place = form.current?.querySelector<HTMLElement>(isEditing ? firstControl : '[data-form-edit]')
    // A link input would open its list over the new form.
    if (place) focusQuietly(place)
  }, [form, isEditing])

  useEffect(() => {
    if (refusals === 0) return
    const root = form.current
    if (!root || focusWrong(root)) return
    // A closed part of the form is still loading.
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

/** Maximum wait for a refused field, in milliseconds. */
const patience = 5000

/** Scrolls to the first wrong field and focuses it; false if none is rendered yet. */
function focusWrong(form: HTMLElement): boolean {
  const all = [...form.querySelectorAll('.field-edit [data-invalid], .field-edit[data-invalid]')]
  // In a table the wrong cell, not the table.
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
