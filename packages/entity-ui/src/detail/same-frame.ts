import { fieldUi, linkedTitle } from '@tavla/fields/ui'
import type { FieldFrameProps } from './FieldFrame.tsx'

/** True when a field's frame would be drawn the second time as it was the first. */
export function isSameFrame(former: FieldFrameProps, next: FieldFrameProps): boolean {
  return (
    former.field === next.field &&
    former.value === next.value &&
    former.error === next.error &&
    former.onChange === next.onChange &&
    former.autoFocus === next.autoFocus &&
    former.isFar === next.isFar &&
    readsSame(next.field, former.values, next.values)
  )
}

/** Of the other values of its form a field reads the title of what it links to, and the one that its type follows. */
function readsSame(
  field: FieldFrameProps['field'],
  former: FieldFrameProps['values'],
  next: FieldFrameProps['values'],
): boolean {
  if (linkedTitle(former, field.fieldname) !== linkedTitle(next, field.fieldname)) return false
  const followed = fieldUi(field.fieldtype).follows?.(field)
  return followed === undefined || former[followed] === next[followed]
}
