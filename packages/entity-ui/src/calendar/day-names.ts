import { localeOf, wallMilliseconds } from '@tavla/i18n'
import { useI18n } from '@tavla/i18n/react'
import type { Day } from './days.ts'

/** Days in the words of the reader's language. */
export interface DayNames {
  /** `Monday`. */
  weekday(day: Day, width: 'long' | 'short' | 'narrow'): string
  /** `May 2026`. */
  month(day: Day): string
  /** `Wednesday 27 May`. */
  day(day: Day): string
  /** `27 May`, the first of a month among the numbers. */
  dayOfMonth(day: Day): string
  /** `27 – 29 May 2026`; a single day without a dash. */
  range(first: Day, last: Day): string
}

/** Writes days; their months are those of the common calendar, in either language. */
export function useDayNames(): DayNames {
  const { language } = useI18n()
  let names = known.get(language)
  if (!names) {
    names = namesIn(localeOf(language))
    known.set(language, names)
  }
  return names
}

const known = new Map<string, DayNames>()

function namesIn(locale: string): DayNames {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, calendar: 'gregory', timeZone: 'UTC' })
  const write = (options: Intl.DateTimeFormatOptions) => {
    const made = format(options)
    return (day: Day) => made.format(wallMilliseconds(day))
  }
  const weekdays = {
    long: write({ weekday: 'long' }),
    short: write({ weekday: 'short' }),
    narrow: write({ weekday: 'narrow' }),
  }
  const range = format({ day: 'numeric', month: 'short', year: 'numeric' })
  return {
    weekday: (day, width) => weekdays[width](day),
    month: write({ month: 'long', year: 'numeric' }),
    day: write({ weekday: 'long', day: 'numeric', month: 'long' }),
    dayOfMonth: write({ day: 'numeric', month: 'short' }),
    range: (first, last) => range.formatRange(wallMilliseconds(first), wallMilliseconds(last)),
  }
}
