import { formatDuration } from './duration.ts'
import { formatRelative } from './relative.ts'
import type { I18n } from './store.ts'
import { useI18n } from './useI18n.ts'
import { formatDate, formatDateTime, formatTime, type Precision } from './wall-clock.ts'

/** Moments and durations in the reader's language (reference: texts, Dates and numbers). */
interface Times {
  formatDate(text: string): string
  formatTime(text: string, precision?: Precision): string
  formatDateTime(text: string, now: string, precision?: Precision): string
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
    formatDate: (text) => formatDate(text, language),
    formatTime: (text, precision) => formatTime(text, language, precision),
    formatDateTime: (text, now, precision) => formatDateTime(text, now, language, t, precision),
    formatRelative: (text, now) => formatRelative(text, now, language, t),
    formatDuration: (seconds) => formatDuration(seconds, language),
  }
}
