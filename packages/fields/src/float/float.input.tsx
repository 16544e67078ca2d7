import { NumberFilter, NumberInput } from '../NumberInput.tsx'
import { parseNumber } from '../number-text.ts'
import type { FieldTypeInputs } from '../ui-types.ts'

const floatType: FieldTypeInputs = {
  type: 'Float',
  Input: (props) => <NumberInput {...props} parse={parseNumber} />,
  Filter: (props) => <NumberFilter {...props} parse={parseNumber} />,
}

export default floatType
