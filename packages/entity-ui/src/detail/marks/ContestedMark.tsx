import type { FieldMeta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useId, useRef } from 'react'
import { usePassedFocus } from '../../passed-focus.ts'
import type { OtherValue } from '../arrivals.ts'
import { RowChanges } from '../conflict/RowChanges.tsx'
import { SideValue } from '../conflict/SideValue.tsx'
import type { FieldMarks } from '../field-marks.ts'
import { useMarkAnnounced } from './useMarkAnnounced.ts'
import { useRowChanges } from './useRowChanges.ts'
import './marks.css'

interface ContestedMarkProps {
  field: FieldMeta
  other: OtherValue
  settle: FieldMarks['settle']
}

/**
 * Asks which of two values of a field stays: the user's own, or the one that another user saved meanwhile. For a table it
 * lists the rows that the other user changed.
 */
export default function ContestedMark({ field, other, settle }: ContestedMarkProps) {
  const { by, record, former } = other
  const id = useId()
  const { t } = useI18n()
  const { fieldname } = field
  const rows = useRowChanges(field, former, record[fieldname])
  const [before, after] = t('{0} saved {1} here.', [by, place]).split(place)
  const mark = useRef<HTMLDivElement>(null)
  usePassedFocus(mark, '.field-edit')
  const words = useRef<HTMLDivElement>(null)
  useMarkAnnounced(words, field, other)
  const value =
    rows.length > 0 ? (
      <Text source="{0, plural, one {# row} other {# rows}}" args={[rows.length]} />
    ) : (
      <SideValue field={field} value={record[fieldname]} values={record} />
    )
  return (
    <div ref={mark} className="field-mark" data-contested>
      <div ref={words} id={id} className="field-mark-saved">
        <p dir="auto">
          {before}
          <strong>{value}</strong>
          {after}
        </p>
        {rows.length > 0 && <RowChanges changes={rows} />}
      </div>
      <div className="field-mark-steps">
        <Button size="small" aria-describedby={id} onClick={() => settle(fieldname, 'theirs')}>
          <Text source="Take This" />
        </Button>
        <Button size="small" aria-describedby={id} onClick={() => settle(fieldname, 'mine')}>
          <Text source="Keep Mine" />
        </Button>
      </div>
    </div>
  )
}

/** Stands for the value in the sentence, whose words the language orders. */
const place = '\u0000'
