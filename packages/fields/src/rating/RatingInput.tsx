import { useI18n } from '@tavla/i18n/react'
import { useGroupWiring } from '@tavla/ui'
import { type KeyboardEvent, useId } from 'react'
import type { FieldInputProps } from '../ui-types.ts'
import { Star } from './Star.tsx'
import { maxStars, starsOf, steps } from './stars.ts'
import './rating-input.css'

/** One radio button for each number of stars; pressing the chosen star again clears the rating. */
export function RatingInput({ value, onChange, autoFocus = false }: FieldInputProps) {
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
