import { useI18n } from '@tavla/i18n/react'
import { Select } from '@tavla/ui'
import { isBlank } from '../is-blank.ts'
import type { FieldInputProps, FieldTypeInputs } from '../ui-types.ts'
import { RatingInput } from './RatingInput.tsx'
import { starsOf, steps } from './stars.ts'

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

const rating: FieldTypeInputs = {
  type: 'Rating',
  Input: RatingInput,
  Filter: RatingFilter,
}

export default rating
