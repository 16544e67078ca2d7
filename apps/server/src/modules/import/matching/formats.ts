import type { Cell } from '../reading/table.ts'

/** Stands for a text that can be read in two ways. */
export const ambiguous = Symbol('ambiguous')

/** How a file writes dates and numbers; null where that is not known. */
export interface Formats {
  /** Made of `DD`, `MM`, `YYYY` and one separator. */
  date: string | null
  decimal: '.' | ',' | null
}

const dateFormat = /^(DD|MM|YYYY)([./-])(DD|MM|YYYY)\2(DD|MM|YYYY)$/

/** True for a format of each part once. */
export function isDateFormat(text: string): boolean {
  const parts = dateFormat.exec(text)
  return parts !== null && new Set([parts[1], parts[3], parts[4]]).size === 3
}

const written = /^\s*(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?![\d./-])/

/** The format of dates, judged by values that can be read in one way alone; null when there are none, or they differ. */
export function judgeDateFormat(cells: Iterable<Cell>): string | null {
  const found = new Set<string>()
  for (const cell of cells) {
    const parts = typeof cell === 'string' ? written.exec(cell) : null
    if (!parts) continue
    const [, first = '', separator, second, last = ''] = parts
    if (first.length === 4) found.add(`YYYY${separator}MM${separator}DD`)
    else if (last.length === 3 || last.length === 1) continue
    else if (Number(first) > 12 && Number(second) <= 12) found.add(`DD${separator}MM${separator}YYYY`)
    else if (Number(second) > 12 && Number(first) <= 12) found.add(`MM${separator}DD${separator}YYYY`)
  }
  // Dates that begin with the year can be read beside any others.
  const others = [...found].filter((one) => !one.startsWith('YYYY'))
  const orders = new Set(others.map((one) => one.slice(0, 2)))
  return orders.size === 1 ? (others[0] ?? null) : null
}

/** The decimal sign, judged by values that can be read in one way alone; null when there are none, or they differ. */
export function judgeDecimal(cells: Iterable<Cell>): '.' | ',' | null {
  const found = new Set<'.' | ','>()
  for (const cell of cells) {
    if (typeof cell !== 'string') continue
    const sign = decimalOf(plainNumber(cell))
    if (sign) found.add(sign)
  }
  const [only] = found
  return found.size === 1 ? (only ?? null) : null
}

/** The sign that a number can only have as its decimal sign. */
function decimalOf(text: string): '.' | ',' | undefined {
  if (!/^[+-]?[\d.,' ]+$/.test(text)) return undefined
  const [dots, commas] = [text.split('.').length - 1, text.split(',').length - 1]
  if (dots > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  if (dots > 1) return ','
  if (commas > 1) return '.'
  const sign = dots === 1 ? '.' : commas === 1 ? ',' : undefined
  if (!sign) return undefined
  const [whole = '', fraction = ''] = text.split(sign)
  const couldGroup = fraction.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole)
  return couldGroup ? undefined : sign
}

/** A number without blanks, signs of currency and percent, and marks of direction; in brackets it is negative. */
export function plainNumber(text: string): string {
  const plain = text.replace(/[\s\u00a0\u202f\u200e\u200f\u202a-\u202e\u2066-\u2069₪$€£¥%]/gu, '').replace(/^−/, '-')
  const bracketed = /^\((.+)\)$/.exec(plain)?.[1]
  const trailing = /^([^-]+)-$/.exec(plain)?.[1]
  return bracketed !== undefined ? `-${bracketed}` : trailing !== undefined ? `-${trailing}` : plain
}

/** Decimal text of a number as a file writes it; `ambiguous` when it can be two, undefined when it is none. */
export function readNumber(text: string, decimal: Formats['decimal']): string | typeof ambiguous | undefined {
  const plain = plainNumber(text).replaceAll("'", '')
  if (/^[+-]?\d+(e[+-]?\d+)?$/i.test(plain)) return plain
  if (!/^[+-]?[\d.,]*\d[\d.,]*(e[+-]?\d+)?$/i.test(plain)) return undefined
  const sign = decimal ?? decimalOf(plain)
  if (!sign) return ambiguous
  const [whole = '', fraction, ...more] = plain.split(sign)
  if (more.length > 0) return undefined
  const group = sign === '.' ? ',' : '.'
  if (fraction?.includes(group) || !isGrouped(whole, group)) return undefined
  return `${whole.replaceAll(group, '') || '0'}${fraction === undefined ? '' : `.${fraction}`}`
}

/** Signs within a whole number stand before groups; some countries write groups of two. */
const isGrouped = (whole: string, group: string) =>
  !whole.includes(group) || /^[+-]?\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(whole)

/** `YYYY-MM-DD` with what follows the date; `ambiguous` when it can be two dates, undefined when it is none. */
export function readDay(
  text: string,
  format: Formats['date'],
  thisYear: number,
): string | typeof ambiguous | undefined {
  const parts = written.exec(text)
  if (!parts) return undefined
  const [all, first = '', , second = '', last = ''] = parts
  const rest = text.slice(all.length)
  if (first.length === 4) return dayOf(first, second, last) + rest
  if (last.length !== 4 && last.length !== 2) return undefined
  const year = last.length === 4 ? last : nearCentury(last, thisYear)
  if (format?.startsWith('DD')) return dayOf(year, second, first) + rest
  if (format?.startsWith('MM')) return dayOf(year, first, second) + rest
  if (first === second || Number(first) > 12) return dayOf(year, second, first) + rest
  if (Number(second) > 12) return dayOf(year, first, second) + rest
  return ambiguous
}

const dayOf = (year: string, month: string, day: string) =>
  `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** Two digits are a year of at most twenty years ahead. */
function nearCentury(digits: string, thisYear: number): string {
  const century = Math.floor((thisYear + 20) / 100) * 100
  const year = century + Number(digits)
  return String(year > thisYear + 20 ? year - 100 : year)
}
