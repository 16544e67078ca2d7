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
  const text = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(date)
  return `${text}.${String(date.getUTCMilliseconds()).padStart(3, '0')}000`
}

/** The instant at which a wall clock in a time zone shows this text, in milliseconds. */
export function instantOf(wall: string, timeZone: string): number {
  const shown = wallMilliseconds(wall)
  const ahead = (instant: number) => wallMilliseconds(wallClock(instant, timeZone)) - instant
  // Near a change of summer time the first guess may be an hour off.
  return shown - ahead(shown - ahead(shown))
}

/** A date in the order and with the separators of the language. A text that is no date comes back unchanged. */
export function formatDate(text: string, language: string): string {
  return write(text, 'date', language)
}

/** How exactly a time is written: to the minute, or with its seconds where they are not 0. */
export type Precision = 'minutes' | 'seconds'

/** Hours and minutes of a datetime, or of a time (`HH:mm:ss`). */
export function formatTime(text: string, language: string, precision: Precision = 'minutes'): string {
  const moment = /^\d\d:/.test(text) ? `1970-01-01 ${text}` : text
  return write(moment, hasSeconds(moment, precision) ? 'exactTime' : 'time', language, text)
}

/**
 * A datetime in a list: `Today at {0}`, `Yesterday at {0}`, else date and time (reference: texts, Dates and numbers).
 */
export function formatDateTime(
  text: string,
  now: string,
  language: string,
  phrase = phraseOf(language),
  precision: Precision = 'minutes',
): string {
  const days = Math.floor(wallMilliseconds(now) / dayLength) - Math.floor(wallMilliseconds(text) / dayLength)
  if (days === 0) return phrase('Today at {0}', [formatTime(text, language, precision)])
  if (days === 1) return phrase('Yesterday at {0}', [formatTime(text, language, precision)])
  return write(text, hasSeconds(text, precision) ? 'exactDatetime' : 'datetime', language)
}

const hasSeconds = (text: string, precision: Precision): boolean =>
  precision === 'seconds' && Math.floor(wallMilliseconds(text) / 1000) % 60 !== 0

function write(text: string, style: keyof typeof styles, language: string, otherwise = text): string {
  const milliseconds = wallMilliseconds(text)
  if (Number.isNaN(milliseconds)) return otherwise
  const key = `${language}/${style}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(localeOf(language), { ...styles[style], timeZone: 'UTC' })
    formats.set(key, format)
  }
  return format.format(milliseconds)
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
const styles = {
  date: day,
  time,
  exactTime,
  datetime: { ...day, ...time },
  exactDatetime: { ...day, ...exactTime },
} as const

const formats = new Map<string, Intl.DateTimeFormat>()

const hebrew: Readonly<Record<string, string>> = { 'Today at {0}': 'היום ב-{0}', 'Yesterday at {0}': 'אתמול ב-{0}' }
