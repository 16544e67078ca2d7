import { localeOf } from './locale.ts'

/**
 * Writes one of the phrases below in the reader's language; a screen passes its translator, so that corrections apply.
 */
export type Phrase = (source: string, args?: readonly string[]) => string

/**
 * Milliseconds of a wall-clock text (`YYYY-MM-DD`, with or without ` HH:mm:ss.ffffff`; reference: metadata, Values),
 * read as UTC, so that no time zone or summer time shifts it. NaN for anything else.
 */
export function wallMilliseconds(text: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?$/.exec(text)
  if (!parts) return Number.NaN
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  const date = new Date(0)
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day)
  if (date.getUTCMonth() + 1 !== month) return Number.NaN
  return date.setUTCHours(hour ?? 0, minute, second, Number(`0.${parts[7] ?? '0'}`) * 1000)
}

/** The wall-clock text of an instant in a time zone, for "now" in the site's time zone. */
export function wallClock(instant: Date | number, timeZone: string): string {
  const date = new Date(instant)
  // Swedish writes dates in ISO order.
  const text = formatOf(`wall/${timeZone}`, 'sv-SE', { ...exactTime, ...day, timeZone }).format(date)
  return `${text}.${String(date.getUTCMilliseconds()).padStart(3, '0')}000`
}

/** The instant at which a wall clock in a time zone shows this text, in milliseconds. */
export function instantOf(wall: string, timeZone: string): number {
  const shown = wallMilliseconds(wall)
  const ahead = (instant: number) => wallMilliseconds(wallClock(instant, timeZone)) - instant
  // Near a change of summer time the first guess may be an hour off.
  return shown - ahead(shown - ahead(shown))
}

/**
 * A date in words, `6 May 1998`, so that day and month cannot be confused; without its year where that is
 * `presentYear`. A text that is no date comes back unchanged (reference: texts, Dates and numbers).
 */
export function formatDate(text: string, language: string, presentYear?: string): string {
  return write(text, text.slice(0, 4) === presentYear ? 'dayOfYear' : 'date', language)
}

/** How exactly a time is written: to the minute, or with its seconds where they are not 0. */
export type Precision = 'minutes' | 'seconds'

/** Hours and minutes of a datetime, or of a time (`HH:mm:ss`). */
export function formatTime(text: string, language: string, precision: Precision = 'minutes'): string {
  const moment = /^\d\d:/.test(text) ? `1970-01-01 ${text}` : text
  return write(moment, hasSeconds(moment, precision) ? 'exactTime' : 'time', language, text)
}

/** Day and time of a datetime, `6 May 1998, 14:05`, by the same rules. */
export function formatMoment(text: string, language: string, precision?: Precision, presentYear?: string): string {
  if (Number.isNaN(wallMilliseconds(text))) return text
  return `${formatDate(text, language, presentYear)}, ${formatTime(text, language, precision)}`
}

/**
 * A datetime in a list: `Today at {0}`, `Yesterday at {0}`, else date and time (reference: texts, Dates and numbers).
 */
export function formatDateTime(
  text: string,
  now: string,
  language: string,
  phrase: Phrase = phraseOf(language),
  precision?: Precision,
  presentYear?: string,
): string {
  const source = ['Today at {0}', 'Yesterday at {0}'][daysBetween(text, now)]
  if (source) return phrase(source, [formatTime(text, language, precision)])
  return formatMoment(text, language, precision, presentYear)
}

/** The same within a sentence, whose middle has no capital letter: `today at {0}`, `yesterday at {0}`. */
export function formatDateTimeWithin(text: string, now: string, language: string, phrase: Phrase): string {
  const source = ['today at {0}', 'yesterday at {0}'][daysBetween(text, now)]
  return source ? phrase(source, [formatTime(text, language)]) : formatMoment(text, language)
}

const daysBetween = (text: string, now: string): number =>
  Math.floor(wallMilliseconds(now) / dayLength) - Math.floor(wallMilliseconds(text) / dayLength)

const hasSeconds = (text: string, precision: Precision): boolean =>
  precision === 'seconds' && Math.floor(wallMilliseconds(text) / 1000) % 60 !== 0

function write(text: string, style: keyof typeof styles, language: string, otherwise = text): string {
  const milliseconds = wallMilliseconds(text)
  if (Number.isNaN(milliseconds)) return otherwise
  return formatOf(`${language}/${style}`, localeOf(language), { ...styles[style], timeZone: 'UTC' }).format(
    milliseconds,
  )
}

/** Keeps formats: they are slow to make. */
function formatOf(key: string, locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

/** The built-in phrases, for callers without a dictionary. */
function phraseOf(language: string): Phrase {
  return (source, args) =>
    (language === 'he' ? (hebrew[source] ?? source) : source).replace('{0}', () => args?.[0] ?? '')
}

const dayLength = 86_400_000

const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const exactTime = { ...time, second: '2-digit' } as const
const dayOfYear = { day: 'numeric', month: 'short' } as const
const styles = { date: { ...dayOfYear, year: 'numeric' }, dayOfYear, time, exactTime } as const

const formats = new Map<string, Intl.DateTimeFormat>()

const hebrew: Readonly<Record<string, string>> = { 'Today at {0}': 'היום ב-{0}', 'Yesterday at {0}': 'אתמול ב-{0}' }
