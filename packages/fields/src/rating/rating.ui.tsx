import { useI18n } from '@tavla/i18n/react'
import { lazyPart, Select } from '@tavla/ui'
import { Suspense } from 'react'
import { isBlank } from '../is-blank.ts'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { Star } from './Star.tsx'
import { maxStars, starsOf, steps } from './stars.ts'
import './rating.css'

// Only forms and cells that are being edited need it.
const RatingInput = lazyPart(() => import('./RatingInput.tsx'), 'line')

/** A number of stars, or all. */
function RatingFilter({ value, onChange }: FieldInputProps) {
  const { t, formatNumber } = useI18n()
  const options = [
    { value: '', label: t('All'), source: 'All' },
    ...steps.map((stars) => ({ value: `${stars}`, label: formatNumber(stars) })),
  ]
  return (
    <Select
      options={options}
      value={isBlank(value) ? '' : `${starsOf(value)}`}
      onChange={(stars) => onChange?.(stars === '' ? null : Number(stars))}
    />
  )
}

function Stars({ value }: FieldViewProps) {
  const { t } = useI18n()
  if (isBlank(value)) return null
  const chosen = starsOf(value)
  return (
    <span className="rating" role="img" aria-label={t('{0} of {1}', [chosen, maxStars])}>
      {steps.slice(1).map((stars) => (
        <span key={stars} className="rating-star" data-on={stars <= chosen || undefined}>
          <Star />
        </span>
      ))}
    </span>
  )
}

const rating: FieldTypeUi = {
  type: 'Rating',
  Input: (props) => (
    <Suspense fallback={<div className="rating-input" aria-busy="true" />}>
      <RatingInput {...props} />
    </Suspense>
  ),
  Filter: RatingFilter,
  View: Stars,
  Cell: Stars,
  filterKind: 'number',
  blank: 0,
  columnWidth: 112,
  isFilled: () => true,
  defaultBy: 'input',
  isChoice: true,
  sample: { value: 4 },
}

export default rating
