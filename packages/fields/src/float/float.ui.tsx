import { NumberText } from '../NumberText.tsx'
import { fractionDigits } from '../number-text.ts'
import type { FieldTypeUi } from '../ui-types.ts'

const floatType: FieldTypeUi = {
  type: 'Float',
  View: NumberText,
  Cell: NumberText,
  filterKind: 'number',
  blank: 0,
  columnWidth: 88,
  isNumeric: true,
  digits: fractionDigits,
  isFilled: () => true,
  sample: { value: 1234.5678 },
  example: () => 1.5,
}

export default floatType
