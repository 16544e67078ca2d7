import type { FieldMeta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Icon, useTooltip } from '@tavla/ui'
import type { Arrival } from '../arrivals.ts'
import { SideValue } from '../conflict/SideValue.tsx'
import './marks.css'

/** Says that another user's value came into the field; the tooltip has the former one. */
export default function TakenMark({ field, arrival }: { field: FieldMeta; arrival: Arrival }) {
  const { by, former } = arrival
  const { target, tip } = useTooltip(
    <>
      <Text source="Changed by {0}" args={[by]} />
      <br />
      <Text source="Original" />: <SideValue field={field} value={former} values={{}} />
    </>,
  )
  return (
    <div className="field-mark" role="status">
      {/* It only carries the tooltip, which the keyboard reaches too. */}
      <button type="button" {...target}>
        <Icon name="person" size="small" />
        <span>
          <Text source="Changed by {0}" args={[by]} />
        </span>
      </button>
      {tip}
    </div>
  )
}
