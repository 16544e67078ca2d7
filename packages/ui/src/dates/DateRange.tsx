import type { CalendarDate } from '@internationalized/date'
import type { ReactNode } from 'react'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  I18nProvider,
  RangeCalendar,
  DateField as Segments,
  Button as Step,
} from 'react-aria-components'
import { FieldBox } from '../field/FieldBox.tsx'
import { useMediaQuery } from '../hooks/useMediaQuery.ts'
import { Icon } from '../icon/Icon.tsx'
import { useLocale, useUiText } from '../texts.tsx'
import { DateBox, useDateLabels } from './DateBox.tsx'
import { readDate, writeDate } from './wall-clock.ts'
import '../action/icon-button.css'
import './date-range.css'

export interface DateRangeProps {
  /** Days as `YYYY-MM-DD`; null while they are incomplete. */
  from: string | null
  to: string | null
  fromLabel: ReactNode
  toLabel: ReactNode
  onChange: (from: string | null, to: string | null) => void
}

/** The days from one to another, both ends typed, or pressed in two months side by side. */
export function DateRange({ from, to, fromLabel, toLabel, onChange }: DateRangeProps) {
  const isNarrow = useMediaQuery('(max-width: 48rem)')
  const [first, last] = [readDate(from), readDate(to)]
  const isWhole = first !== null && last !== null && first.compare(last) <= 0
  return (
    <I18nProvider locale={useLocale()}>
      <div className="date-range">
        <div className="date-range-ends">
          <FieldBox label={fromLabel}>
            <End value={first} onChange={(day) => onChange(day, to)} />
          </FieldBox>
          <FieldBox label={toLabel}>
            <End value={last} onChange={(day) => onChange(from, day)} />
          </FieldBox>
        </div>
        <Months
          count={isNarrow ? 1 : 2}
          value={isWhole ? { start: first, end: last } : null}
          shown={last ?? first}
          onChange={(start, end) => onChange(writeDate(start), writeDate(end))}
        />
      </div>
    </I18nProvider>
  )
}

function End({ value, onChange }: { value: CalendarDate | null; onChange: (day: string | null) => void }) {
  const labels = useDateLabels({})
  return (
    <Segments {...labels} value={value} onChange={(next) => onChange(next && writeDate(next))} shouldForceLeadingZeros>
      <DateBox />
    </Segments>
  )
}

interface MonthsProps {
  count: number
  value: { start: CalendarDate; end: CalendarDate } | null
  /** A day in the last of the months at first. */
  shown: CalendarDate | null
  onChange: (start: CalendarDate, end: CalendarDate) => void
}

function Months({ count, value, shown, onChange }: MonthsProps) {
  const text = useUiText()
  return (
    <RangeCalendar
      // Another number of months begins elsewhere.
      key={count}
      className="calendar date-range-months"
      aria-label={text('Calendar')}
      visibleDuration={{ months: count }}
      selectionAlignment="end"
      {...(shown && { defaultFocusedValue: shown })}
      value={value}
      onChange={({ start, end }) => onChange(start, end)}
    >
      <Step slot="previous" className="icon-button date-range-step" data-size="small">
        <Icon name="chevron_left" />
      </Step>
      {[0, 1].slice(0, count).map((months) => (
        <div key={months} className="date-range-month">
          <CalendarHeading offset={{ months }} className="calendar-title" />
          <CalendarGrid offset={{ months }} className="calendar-grid" weekdayStyle="narrow">
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
          </CalendarGrid>
        </div>
      ))}
      <Step slot="next" className="icon-button date-range-step" data-size="small">
        <Icon name="chevron_right" />
      </Step>
    </RangeCalendar>
  )
}
