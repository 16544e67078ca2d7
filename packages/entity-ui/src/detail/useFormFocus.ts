import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus where the work goes on: the first box one types in when editing begins, the first wrong field after a
 * refusal, the Edit button when editing ends.
 */
export function useFormFocus(
  form: RefObject<HTMLElement | null>,
  isEditing: boolean,
  errors: Readonly<Record<string, string>>,
): void {
  const wasEditing = useRef(isEditing)

  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    // Links would drop their list at once, so they are not the place to begin.
    const wanted = isEditing
      ? '.field-edit :is(input:not([role="combobox"], [type="checkbox"], [type="file"]), textarea):not(:read-only)'
      : '[data-form-edit]'
    form.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [form, isEditing])

  useEffect(() => {
    if (Object.keys(errors).length === 0) return
    const wrong = form.current?.querySelector('.field-edit [data-invalid]')
    wrong?.scrollIntoView({ block: 'nearest' })
    wrong?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus()
  }, [form, errors])
}
