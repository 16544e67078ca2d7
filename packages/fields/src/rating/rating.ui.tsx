import { useI18n } from '@tavla/i18n/react'
import { isBlank } from '../is-blank.ts'
import type { FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { Star } from './Star.tsx'
import { maxStars, starsOf, steps } from './stars.ts'
import './rating.css'

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
