import { TextCell, TextView } from '../TextView.tsx'
import { textFilter } from '../text-filter.tsx'
import { UnknownInput } from '../UnknownField.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const readOnly: FieldTypeUi = {
  type: 'Read Only',
  Input: UnknownInput,
  View: TextView,
  Cell: TextCell,
  blank: null,
  ...textFilter,
}

export default readOnly
