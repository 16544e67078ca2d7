import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface FirstFieldOptions {
  place: RefObject<HTMLElement | null>
  isEmpty: boolean
  readOnly: boolean
  onAdd: () => void
}

/** Editing an entity without fields starts at Add Field, or in a new field if the returned function was called before. */
export function useFirstField({ place, isEmpty, readOnly, onAdd }: FirstFieldOptions): () => void {
  const wantsField = useRef(false)
  const begin = useEffectEvent(() => {
    if (!isEmpty) return
    if (wantsField.current) onAdd()
    else place.current?.querySelector<HTMLElement>('.field-add')?.focus()
  })
  useEffect(() => {
    if (!readOnly) begin()
    else wantsField.current = false
  }, [readOnly])

  return () => {
    wantsField.current = true
  }
}
