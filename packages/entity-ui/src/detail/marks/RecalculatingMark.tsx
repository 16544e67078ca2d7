import { Text } from '@tavla/i18n/react'
import './marks.css'

/** Says of a table that stored values of its rows are not sure yet: a job works them out anew (reference: screens, Detail form). */
export default function RecalculatingMark() {
  return (
    <span className="field-mark">
      <Text source="Being recalculated…" />
    </span>
  )
}
