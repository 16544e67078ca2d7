import { formatNumber } from './locale.ts'
import { type Phrase, wallMilliseconds } from './wall-clock.ts'

/** Difference between the clocks of two machines that nobody notices, in milliseconds. */
const skew = 10_000

/**
 * The distance of `text` from `now`, both wall-clock texts, in its largest whole unit: `3 days ago`, `in 1 hour`, `לפני
 * יומיים`. A few seconds ahead is `just now`, because the server's clock may run ahead of the reader's. A text that is
 * no datetime comes back unchanged.
 */
export function formatRelative(text: string, now: string, language: string, phrase?: Phrase): string {
  const from = wallMilliseconds(text)
  const to = wallMilliseconds(now)
  if (Number.isNaN(from) || Number.isNaN(to)) return text
  const [unit, count] = largestUnit(Math.min(from, to), Math.max(from, to))
  if (count === 0 || (from > to && from - to <= skew))
    return phrase?.('just now') ?? (language === 'he' ? 'ממש עכשיו' : 'just now')
  const isPast = from < to
  const amount = language === 'he' ? hebrewAmount(unit, count) : englishAmount(unit, count)
  if (language === 'he') return `${isPast ? 'לפני' : 'בעוד'} ${amount}`
  return isPast ? `${amount} ago` : `in ${amount}`
}

type Unit = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute' | 'second'

function largestUnit(earlier: number, later: number): [Unit, number] {
  const months = wholeMonths(new Date(earlier), new Date(later))
  if (months >= 12) return ['year', Math.floor(months / 12)]
  if (months > 0) return ['month', months]
  const seconds = Math.floor((later - earlier) / 1000)
  for (const [unit, length] of lengths) if (seconds >= length) return [unit, Math.floor(seconds / length)]
  return ['second', seconds]
}

/** Calendar months, since a month has no fixed length: 14 January to 14 February is one, to 13 February none. */
function wholeMonths(earlier: Date, later: Date): number {
  const months = (later.getUTCFullYear() - earlier.getUTCFullYear()) * 12 + later.getUTCMonth() - earlier.getUTCMonth()
  const rest = (date: Date) =>
    date.getUTCDate() * 86_400_000 + (date.getTime() - new Date(date).setUTCHours(0, 0, 0, 0))
  return rest(later) < rest(earlier) ? months - 1 : months
}

function englishAmount(unit: Unit, count: number): string {
  return `${formatNumber(count, 'en')} ${unit}${count === 1 ? '' : 's'}`
}

function hebrewAmount(unit: Unit, count: number): string {
  const [one, two, many] = hebrewUnits[unit]
  return count === 1 ? one : count === 2 ? two : `${formatNumber(count, 'he')} ${many}`
}

const lengths = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const satisfies [Unit, number][]

const hebrewUnits: Readonly<Record<Unit, readonly [one: string, two: string, many: string]>> = {
  year: ['שנה', 'שנתיים', 'שנים'],
  month: ['חודש', 'חודשיים', 'חודשים'],
  week: ['שבוע', 'שבועיים', 'שבועות'],
  day: ['יום', 'יומיים', 'ימים'],
  hour: ['שעה', 'שעתיים', 'שעות'],
  minute: ['דקה', 'שתי דקות', 'דקות'],
  second: ['שנייה', 'שתי שניות', 'שניות'],
}
