import { useI18n } from '@tavla/i18n/react'
import { Select, useGroupWiring } from '@tavla/ui'
import { type KeyboardEvent, useId } from 'react'
import { isBlank } from '../is-blank.ts'
import type { FieldInputProps, FieldTypeUi, FieldViewProps } from '../ui-types.ts'
import { maxStars, starsOf } from './stars.ts'
import './rating.css'

const steps = Array.from({ length: maxStars + 1 }, (_, stars) => stars)

/** One radio button for each number of stars; pressing the chosen star again clears the rating. */
function RatingInput({ value, onChange, autoFocus = false }: FieldInputProps) {
  const { t } = useI18n()
  const { wiring, labelling } = useGroupWiring()
  const name = useId()
  const chosen = starsOf(value)
  const handleKey = (event: KeyboardEvent) => {
    const typed =
      event.key === 'Delete' || event.key === 'Backspace' ? 0 : steps.find((step) => event.key === `${step}`)
    if (typed === undefined || event.ctrlKey || event.metaKey || event.altKey || !onChange) return
    event.preventDefault()
    onChange(typed)
  }
  return (
    <div
      className="rating-input"
      role="radiogroup"
      {...labelling}
      aria-invalid={wiring?.isInvalid || undefined}
      aria-required={wiring?.isRequired || undefined}
    >
      {steps.map((stars) => (
        // The choice of no stars is only for keys and screen readers, so it takes no space.
        <label
          key={stars}
          className={stars === 0 ? 'visually-hidden' : 'rating-star'}
          data-on={stars <= chosen || undefined}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            {...(stars === chosen && { id: wiring?.controlId })}
            aria-label={t('{0} of {1}', [stars, maxStars])}
            value={stars}
            checked={stars === chosen}
            disabled={!onChange}
            // biome-ignore lint/a11y/noAutofocus: a form says which of its fields is to begin with
            autoFocus={autoFocus && stars === chosen}
            onKeyDown={handleKey}
            onChange={() => onChange?.(stars)}
            onClick={() => stars === chosen && onChange?.(0)}
          />
          {stars > 0 && <Star />}
        </label>
      ))}
    </div>
  )
}

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

/** The style of its place fills or outlines it: the icon font would need two glyphs. */
function Star() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 17.1 6.6 20l1.1-6.1L3.2 9.6l6.1-.8z" />
    </svg>
  )
}

const rating: FieldTypeUi = {
  type: 'Rating',
  Input: RatingInput,
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
