import { LongTextView, TextCell } from '../TextView.tsx'
import { textType } from '../text-type.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const smallText: FieldTypeUi = {
  type: 'Small Text',
  View: LongTextView,
  Cell: TextCell,
  blank: null,
  columnWidth: 220,
  ...textType,
  wide: 'double',
  isSearched: true,
  sample: { value: 'תיאור קצר' },
}

export default smallText
