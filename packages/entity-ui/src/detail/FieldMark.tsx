import type { FieldMeta } from '@tavla/contract'
import type { DrawnField } from '@tavla/fields/rows'
import { lazyPart } from '@tavla/ui'
import { Suspense, use } from 'react'
import { FieldMarksContext } from './field-marks.ts'

const TakenMark = lazyPart(() => import('./marks/TakenMark.tsx'), 'line')
const RecalculatingMark = lazyPart(() => import('./marks/RecalculatingMark.tsx'), 'line')
const ContestedMark = lazyPart(() => import('./marks/ContestedMark.tsx'), 'line')

/** The mark of a value that another user saved in a field of an open form (reference: screens, Changes by others). */
export function FieldMark({ field }: { field: FieldMeta }) {
  const { arrivals, settle } = use(FieldMarksContext)
  const { [field.fieldname]: taken } = arrivals.taken
  const { [field.fieldname]: contested } = arrivals.contested
  const { isRecalculating } = field as DrawnField
  if (!taken && !contested && !isRecalculating) return null
  return (
    <Suspense fallback={null}>
      {contested ? (
        <ContestedMark field={field} other={contested} settle={settle} />
      ) : (
        (taken && <TakenMark field={field} arrival={taken} />) || <RecalculatingMark />
      )}
    </Suspense>
  )
}
