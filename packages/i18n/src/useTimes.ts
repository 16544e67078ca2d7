import { formatDuration } from './duration.ts'
import { formatRelative } from './relative.ts'
import type { I18n } from './store.ts'
import { useI18n } from './useI18n.ts'
import {
  formatDate,
  formatDateTime,
  formatDateTimeWithin,
  formatMoment,
  formatTime,
  type Precision,
} from './wall-clock.ts'

/** Moments and durations in the reader's language (reference: texts, Dates and numbers). */
interface Times {
  formatDate(text: string, presentYear?: string): string
  formatTime(text: string, precision?: Precision): string
  /** Day and time, without `Today` and `Yesterday`. */
  formatMoment(text: string, precision?: Precision): string
  formatDateTime(text: string, now: string, precision?: Precision, presentYear?: string): string
  /** As `formatDateTime`, for the middle of a sentence. */
  formatWithin(text: string, now: string): string
  formatRelative(text: string, now: string): string
  formatDuration(seconds: number): string
}

/** Writes moments and durations. It is apart from the translator, because the sign-in page writes none. */
export function useTimes(): Times {
  const i18n = useI18n()
  let times = known.get(i18n)
  if (!times) {
    times = timesOf(i18n)
    known.set(i18n, times)
  }
  return times
}

const known = new WeakMap<I18n, Times>()

function timesOf({ language, t }: I18n): Times {
  return {
    formatDate: (text, presentYear) => formatDate(text, language, presentYear),
    formatTime: (text, precision) => formatTime(text, language, precision),
    formatMoment: (text, precision) => formatMoment(text, language, precision),
    formatDateTime: (text, now, precision, presentYear) =>
      formatDateTime(text, now, language, t, precision, presentYear),
    formatWithin: (text, now) => formatDateTimeWithin(text, now, language, t),
    formatRelative: (text, now) => formatRelative(text, now, language, t),
    formatDuration: (seconds) => formatDuration(seconds, language),
  }
}
