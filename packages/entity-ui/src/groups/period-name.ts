import { localeOf } from '@tavla/i18n'
import type { I18n } from '@tavla/i18n/react'
import type { GroupPeriod } from './group-choice.ts'
import { lastDay } from './list-groups.ts'

/** A period in words, from its first day: `8 – 14 Nov 2026`, `November 2026`, `Q4 2026`. */
export function periodName({ t, language }: Pick<I18n, 't' | 'language'>, first: string, period: GroupPeriod): string {
  const locale = localeOf(language)
  const day = dateOf(first)
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  switch (period) {
    case 'day':
      return write({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }).format(day)
    case 'week':
      return write({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(day, dateOf(lastDay(first, 'week')))
    case 'month':
      return write({ month: 'long', year: 'numeric' }).format(day)
    case 'quarter':
      return t('Q{0} {1}', [Math.floor(day.getUTCMonth() / 3) + 1, String(day.getUTCFullYear())])
    case 'year':
      return write({ year: 'numeric' }).format(day)
  }
}

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
