import type { FieldMeta } from '@tavla/contract'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { readHeights } from './field-heights.ts'
import type { RecordForm } from './useRecordForm.ts'

interface Beginning {
  heights: ReadonlyMap<string, number>
  /** The value on which editing began, or in which Enter saved; null after Edit. */
  field: string | null
  /** Enter saves. */
  isOnValue: boolean
}

/**
 * Begins the editing of a record, in the value that has the focus if one has; then Enter in a line saves (reference:
 * screens, Detail form). `showDetails` brings the form to light.
 */
export function useBeginning(root: RefObject<HTMLElement | null>, form: RecordForm, showDetails: () => void) {
  const [beginning, setBeginning] = useState<Beginning>({ heights: new Map(), field: null, isOnValue: false })
  const begin = () => {
    if (root.current) {
      const field = focusedField(root.current)
      setBeginning({ heights: readHeights(root.current), field, isOnValue: field !== null })
    }
    showDetails()
    form.begin()
  }
  /** Begins with a row in a Table field, into whose first cell the focus goes. */
  const beginRow = (table: FieldMeta) => {
    setBeginning({ heights: new Map(), field: table.fieldname, isOnValue: false })
    form.begin(table)
  }
  const save = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (root.current) setBeginning({ ...beginning, field: focusedField(root.current) })
    void form.save()
  }
  const isOn = form.isEditing && beginning.isOnValue
  return {
    ...beginning,
    begin,
    beginRow,
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        if (isOn && isPlainEnter(event) && !event.defaultPrevented && isLine(event.target)) save(event)
      },
      // The parts of a date keep Enter to themselves.
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (isOn && isPlainEnter(event) && (event.target as Element).role === 'spinbutton') save(event)
      },
    },
  }
}

/** Name of the field of a form that has the focus. */
function focusedField(form: Element): string | null {
  const field = document.activeElement?.closest<HTMLElement>('[data-field]')
  return field && form.contains(field) ? (field.dataset.field ?? null) : null
}

const isPlainEnter = ({ key, nativeEvent, ...held }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && !(held.ctrlKey || held.metaKey || held.altKey || held.shiftKey)

/** True in a box of one line that has no open list, outside tables, whose rows take Enter. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement &&
  target.ariaExpanded !== 'true' &&
  target.closest('.field-edit .table-input') === null
