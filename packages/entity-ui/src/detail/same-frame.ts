import { fieldUi, linkedTitle } from '@tavla/fields/ui'
import type { FieldFrameProps } from './FieldFrame.tsx'

/** True when both props render the same frame. */
export function isSameFrame(former: FieldFrameProps, next: FieldFrameProps): boolean {
  return (
    former.field === next.field &&
    former.value === next.value &&
    former.error === next.error &&
    former.onChange === next.onChange &&
    former.autoFocus === next.autoFocus &&
    former.isFar === next.isFar &&
    former.isClosed === next.isClosed &&
    readsSame(next.field, former.values, next.values)
  )
}

/** Among its form's other values, a field reads only the title of its linked record and the field that its type follows. */
function readsSame(
  field: FieldFrameProps['field'],
  former: FieldFrameProps['values'],
  next: FieldFrameProps['values'],
): boolean {
  if (linkedTitle(former, field.fieldname) !== linkedTitle(next, field.fieldname)) return false
  const followed = fieldUi(field.fieldtype).follows?.(field)
  return followed === undefined || former[followed] === next[followed]
}
