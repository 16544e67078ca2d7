import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import type { OtherValue } from '../arrivals.ts'
import { SideValue } from '../conflict/SideValue.tsx'
import type { FieldMarks } from '../field-marks.ts'
import './marks.css'

interface ContestedMarkProps {
  field: FieldMeta
  other: OtherValue
  settle: FieldMarks['settle']
}

/** Asks which of two values of a field stays: the user's own, or the one that another user saved meanwhile. */
export default function ContestedMark({ field, other: { by, record }, settle }: ContestedMarkProps) {
  const { t } = useI18n()
  const { fieldname } = field
  const [before, after] = t('{0} saved {1} here.', [by, place]).split(place)
  return (
    <div className="field-mark" data-contested role="status">
      <p dir="auto">
        {before}
        <strong>
          <SideValue field={field} value={record[fieldname]} values={record} />
        </strong>
        {after}
      </p>
      <div className="field-mark-steps">
        <Button size="small" onClick={() => settle(fieldname, 'theirs')}>
          <Text source="Take This" />
        </Button>
        <Button size="small" onClick={() => settle(fieldname, 'mine')}>
          <Text source="Keep Mine" />
        </Button>
      </div>
    </div>
  )
}

/** Stands for the value in the sentence, whose words the language orders. */
const place = '\u0000'
