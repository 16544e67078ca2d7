import type { FieldMeta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Icon, useTooltip } from '@tavla/ui'
import { useRef } from 'react'
import type { Arrival } from '../arrivals.ts'
import { RowChanges } from '../conflict/RowChanges.tsx'
import { RowNames } from '../conflict/RowName.tsx'
import { SideValue } from '../conflict/SideValue.tsx'
import { useMarkAnnounced } from './useMarkAnnounced.ts'
import { useRowChanges } from './useRowChanges.ts'
import './marks.css'

/** Says that another user's value came into the field, for a table in which rows; the tooltip has the former one. */
export default function TakenMark({ field, arrival }: { field: FieldMeta; arrival: Arrival }) {
  const { by, value, former, formerTitle } = arrival
  const rows = useRowChanges(field, former, value)
  const titles = formerTitle === undefined ? {} : { [field.fieldname]: formerTitle }
  const details =
    rows.length > 0 ? (
      <RowChanges changes={rows} />
    ) : (
      <>
        <Text source="Original" />: <SideValue field={field} value={former} values={{ _link_titles: titles }} />
      </>
    )
  const { target, tip } = useTooltip(details)
  const mark = useRef<HTMLDivElement>(null)
  useMarkAnnounced(mark, field, arrival)
  return (
    <div ref={mark} className="field-mark">
      {/* It only carries the tooltip, which the keyboard reaches too. */}
      <button type="button" {...target}>
        <Icon name="person" size="small" />
        <span className="field-mark-text">
          <Text source="Changed by {0}" args={[by]} />
          <RowNames changes={rows} />
        </span>
        {/* A narrow field has room for the name alone. */}
        <span className="field-mark-name" aria-hidden="true">
          <bdi>{by}</bdi>
        </span>
        <span className="visually-hidden">. {details}</span>
      </button>
      {tip}
    </div>
  )
}
