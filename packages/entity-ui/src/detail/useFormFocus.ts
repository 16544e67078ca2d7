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
    const wrong = form.current?.querySelector('.field-edit [data-invalid]')
    wrong?.scrollIntoView({ block: 'nearest' })
    if (!wrong) return
    // In a table it is the cell that is missing, not the first of all rows.
    const boxes = [...wrong.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
    const missing = boxes.find((box) => box.ariaRequired === 'true' && box.value === '')
    const place = missing ?? wrong.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
    if (place) focusQuietly(place)
  }, [form, refusals])
}
