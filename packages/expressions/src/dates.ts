/** A Date or Datetime value: its text, which compares in order; blank for none. */
export class DateText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const dayLength = 86_400_000
const datePattern = /^(\d{4})-(\d{2})-(\d{2})(?=$|[ T])/

/** Midnight of the day of a text in milliseconds, as if all days were of UTC; undefined for what is no date. */
function dayOf(text: string): number | undefined {
  const [, year, month, day] = datePattern.exec(text) ?? []
  if (year === undefined) return undefined
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // The 31st of a shorter month would be another month's first.
  return new Date(at).getUTCDate() === Number(day) ? at : undefined
}

/** The text of a moved day, with the time of day of the text that it comes from. */
function textOf(at: number, from: string): string {
  const date = new Date(at)
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return ''
  return `${String(year).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}${from.slice(10)}`
}

const two = (part: number) => String(part).padStart(2, '0')

/** Whole days from the first to the second; 0 when one is blank. */
export function daysBetween(from: string, to: string): number {
  const [start, end] = [dayOf(from), dayOf(to)]
  return start === undefined || end === undefined ? 0 : Math.round((end - start) / dayLength)
}

export function addDays(text: string, days: number): string {
  const at = dayOf(text)
  return at === undefined || !Number.isFinite(days) ? '' : textOf(at + Math.trunc(days) * dayLength, text)
}

/** Keeps to the last day of a shorter month. */
export function addMonths(text: string, months: number): string {
  const at = dayOf(text)
  if (at === undefined || !Number.isFinite(months)) return ''
  const day = new Date(at)
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + Math.trunc(months), 1)
  const next = new Date(first)
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  return textOf(first + (Math.min(day.getUTCDate(), last) - 1) * dayLength, text)
}

export const yearOf = (text: string): number => partOf(text, (date) => date.getUTCFullYear())
export const monthOf = (text: string): number => partOf(text, (date) => date.getUTCMonth() + 1)
export const dateOf = (text: string): string => (dayOf(text) === undefined ? '' : text.slice(0, 10))

function partOf(text: string, read: (date: Date) => number): number {
  const at = dayOf(text)
  return at === undefined ? 0 : read(new Date(at))
}
