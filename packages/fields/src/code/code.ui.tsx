import { CodeView, LtrCell } from '../TextView.tsx'
import { textType } from '../text-type.tsx'
import type { FieldTypeUi } from '../ui-types.ts'
import { valueText } from '../value-text.ts'
import { codeDirection } from './code-direction.ts'

const code: FieldTypeUi = {
  type: 'Code',
  View: (props) => <CodeView {...props} dir={codeDirection(valueText(props.value))} />,
  Cell: (props) => <LtrCell {...props} dir={codeDirection(valueText(props.value))} />,
  blank: null,
  columnWidth: 220,
  ...textType,
  wide: 'full',
  isSearched: true,
  sample: { value: 'for (const row of rows) {\n  console.log(row.id)\n}' },
}

export default code
