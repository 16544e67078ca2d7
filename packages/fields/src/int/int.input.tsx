import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { parseWhole } from '../number-text.ts'
import type { FieldTypeInputs } from '../ui-types.ts'

const intType: FieldTypeInputs = {
  type: 'Int',
  Input: (props) => <NumberInput {...props} parse={parseWhole} hasFraction={false} />,
  Filter: (props) => <NumberFilter {...props} parse={parseWhole} hasFraction={false} />,
}

export default intType
