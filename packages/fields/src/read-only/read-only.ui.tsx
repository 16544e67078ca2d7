import { TextCell, TextView } from '../TextView.tsx'
import { textType } from '../text-type.tsx'
import type { FieldTypeUi } from '../ui-types.ts'

const readOnly: FieldTypeUi = {
  type: 'Read Only',
  View: TextView,
  Cell: TextCell,
  blank: null,
  ...textType,
  isLine: true,
  sample: { value: 'Dana Levi' },
}

export default readOnly
