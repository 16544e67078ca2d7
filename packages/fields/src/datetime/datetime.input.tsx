import { LazyDate } from '../LazyDates.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'

const datetime: FieldTypeInputs = {
  type: 'Datetime',
  Input: (props) => <LazyDate {...props} kind="datetime" />,
  Filter: (props) => <LazyDate {...props} kind="date" />,
}

export default datetime
