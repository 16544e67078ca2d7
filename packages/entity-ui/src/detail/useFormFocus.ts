import { focusQuietly } from '@tavla/ui'
import { type RefObject, useEffect, useRef } from 'react'

const firstControl = `.field-edit :is(
  input:not([type="checkbox"], [type="file"], :read-only, :disabled),
  textarea:not(:read-only, :disabled),
  button[role="combobox"]:not(:disabled),
  [role="spinbutton"]:not([aria-readonly="true"])
)`

const anyControl = `${firstControl}, input:not([type="file"], :disabled), button:not([tabindex="-1"], :disabled), [tabindex="0"]`

/**
 * Moves the focus to the next step: when editing starts the box of the wanted field, else the first text box; the first
 * wrong field after a refusal; the Edit button when editing ends, or the value on which it began.
 */
export function useFormFocus(
  form: RefObject<HTMLElement | null>,
  isEditing: boolean,
  refusals: number,
  wanted: string | null,
): void {
  const wasEditing = useRef(isEditing)

  useEffect(() => {
    const root = form.current
    if (wasEditing.current === isEditing || !root) return
    wasEditing.current = isEditing
    const field = wanted === null ? null : root.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted)}"]`)
    if (!isEditing) {
      const place = field ?? root.querySelector<HTMLElement>('[data-form-edit]')
      if (place) focusQuietly(place)
      return
    }
    // A closed field has no box.
    if (field?.matches('.field-edit'))
      return whenThere(root, () => focusFirst(field.querySelector('.table-row > .table-cell') ?? field, true))
    focusFirst(root, false)
  }, [form, isEditing, wanted])

  useEffect(() => {
    if (refusals === 0) return
    const root = form.current
    if (root) return whenThere(root, () => focusWrong(root))
  }, [form, refusals])
}

/** Tries again as long as parts of the form are still loading, until the returned function is called. */
function whenThere(root: HTMLElement, focus: () => boolean): (() => void) | undefined {
  if (focus()) return undefined
  const observer = new MutationObserver(() => {
    if (focus()) observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['data-invalid', 'hidden'] })
  const timer = setTimeout(() => observer.disconnect(), patience)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

/** Maximum wait for a field, in milliseconds. */
const patience = 5000

/** Focuses the first control of a form or field, without opening its list; the text of a field is chosen whole. */
function focusFirst(place: HTMLElement, isChosen: boolean): boolean {
  const control = place.querySelector<HTMLElement>(isChosen ? anyControl : firstControl)
  if (!control) return false
  focusQuietly(control)
  if (isChosen && control instanceof HTMLInputElement && control.type !== 'checkbox') control.select()
  return true
}

/** Scrolls to the first wrong field and focuses it; false if none is rendered yet. */
function focusWrong(form: HTMLElement): boolean {
  const all = [...form.querySelectorAll('.field-edit [data-invalid], .field-edit[data-invalid]')]
  // In a table the wrong cell, not the table.
  const wrong = all.find((one) => one.querySelector('[data-invalid]') === null)
  // In another tab, which opens now.
  if (!wrong?.checkVisibility()) return false
  const boxes = [...wrong.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
  const missing = boxes.find((box) => box.ariaRequired === 'true' && box.value === '')
  const place = missing ?? wrong.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
  if (!place) return false
  wrong.scrollIntoView({ block: 'nearest' })
  focusQuietly(place)
  return true
}
