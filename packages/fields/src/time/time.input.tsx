import { LazyDate } from '../LazyDates.tsx'
import type { FieldTypeInputs } from '../ui-types.ts'

const time: FieldTypeInputs = {
  type: 'Time',
  Input: (props) => <LazyDate {...props} kind="time" />,
}

export default time
