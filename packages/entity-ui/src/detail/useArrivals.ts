import type { RecordNotice } from '@tavla/client'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { RecordForm } from './useRecordForm.ts'

/**
 * Brings what others save into the open form (reference: screens, Changes by others). The box with the caret takes its
 * value when the caret leaves it.
 */
export function useArrivals(
  root: RefObject<HTMLElement | null>,
  notice: RecordNotice | null,
  form: Pick<RecordForm, 'isEditing' | 'arrive' | 'leaveBox'>,
): void {
  const { isEditing } = form
  const arrive = useEffectEvent((record: NonNullable<RecordNotice['record']>, by: string) => {
    const focused = document.activeElement
    form.arrive(record, by, focused && root.current?.contains(focused) ? fieldOf(focused) : null)
  })
  const leaveBox = useEffectEvent((fieldname: string) => form.leaveBox(fieldname))

  useEffect(() => {
    if (!isEditing || notice?.kind !== 'changed' || !notice.record) return
    arrive(notice.record, notice.record._link_titles?.modified_by ?? notice.name ?? notice.user)
  }, [isEditing, notice])

  useEffect(() => {
    const place = root.current
    if (!place || !isEditing) return
    const handle = ({ target, relatedTarget }: FocusEvent) => {
      const left = fieldOf(target)
      if (left !== null && fieldOf(relatedTarget) !== left) leaveBox(left)
    }
    place.addEventListener('focusout', handle)
    return () => place.removeEventListener('focusout', handle)
  }, [root, isEditing])
}

/** Name of the field of the form in which an element lies. */
function fieldOf(element: EventTarget | null): string | null {
  if (!(element instanceof Element)) return null
  return element.closest<HTMLElement>('.field-edit[data-field]')?.dataset.field ?? null
}
