import { Text, useI18n } from '@tavla/i18n/react'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import { periods, periodText } from './periods.ts'
import { stepThrough } from './step-through.ts'

const DateRange = lazyPart(async () => ({ default: (await import('@tavla/ui/dates')).DateRange }), 'line')

interface DayChoiceProps {
  /** The chosen period, or the days from one to another. */
  value: string | readonly [from: string | null, to: string | null] | null
  onPeriod: (name: string) => void
  onDays: (from: string | null, to: string | null) => void
  onEmpty: () => void
}

/** The days of a condition: a period that moves with today, or any days from one to another. */
export default function DayChoice({ value, onPeriod, onDays, onEmpty }: DayChoiceProps) {
  const { t } = useI18n()
  const period = typeof value === 'string' ? value : null
  const [from, to] = typeof value === 'object' && value !== null ? value : [null, null]
  const names = periods.map(([name]) => name)
  const all = period === null || names.includes(period) ? names : [...names, period]
  return (
    <div className="day-choice">
      <fieldset className="day-choice-periods" aria-label={t('Period')} {...stepThrough('.filter-option')}>
        {all.map((name) => (
          <button
            key={name}
            type="button"
            className="filter-option"
            aria-pressed={name === period}
            ref={name === period ? show : undefined}
            onClick={() => onPeriod(name)}
          >
            {periodText(name, t)}
          </button>
        ))}
        <hr />
        <button type="button" className="filter-option" onClick={onEmpty}>
          <Text source="is empty" />
        </button>
      </fieldset>
      <Suspense fallback={<div className="day-choice-wait" aria-busy="true" />}>
        <DateRange
          from={from}
          to={to}
          fromLabel={<Text source="From" context="range" />}
          toLabel={<Text source="To" context="range" />}
          onChange={onDays}
        />
      </Suspense>
    </div>
  )
}

/** The chosen period is in sight, wherever it stands among the many. */
const show = (button: HTMLButtonElement | null) => button?.scrollIntoView({ block: 'nearest' })
