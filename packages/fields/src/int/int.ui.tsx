import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { NumberText } from '../NumberText.tsx'
import { parseWhole } from '../number-text.ts'
import type { FieldTypeUi } from '../ui-types.ts'

const intType: FieldTypeUi = {
  type: 'Int',
  Input: (props) => <NumberInput {...props} parse={parseWhole} hasFraction={false} />,
  Filter: (props) => <NumberFilter {...props} parse={parseWhole} hasFraction={false} />,
  View: NumberText,
  Cell: NumberText,
  blank: 0,
  isNumeric: true,
  isFilled: () => true,
}

export default intType
