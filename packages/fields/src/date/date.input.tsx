import { LazyDate } from '../LazyDates.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'

const date: FieldTypeInputs = {
  type: 'Date',
  Input: (props) => <LazyDate {...props} kind="date" />,
}

export default date
