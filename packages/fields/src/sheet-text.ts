import { isBlank } from './is-blank.ts'
import { parseNumber } from './number-text.ts'
import { valueText } from './value-text.ts'

/** Says an English source text in the language of the page. */
export type Say = (source: string, context?: string) => string

/** The number in a text of a spreadsheet, with or without the sign of a currency; 0 if blank, undefined if it has none. */
export function numberFromText(text: string, parse: (text: string) => number | null = parseNumber): number | undefined {
  const plain = text.replace(/[₪$€£%]/g, '').trim()
  return plain === '' ? 0 : (parse(plain) ?? undefined)
}

const yes = ['1', 'true', 'yes', 'x', '✓']
const no = ['', '0', 'false', 'no']

/** A flag as a word, or as programs write it; undefined for any other text. */
export function flagFromText(text: string, say: Say): 0 | 1 | undefined {
  const word = text.trim().toLowerCase()
  if (yes.includes(word) || word === say('Yes').toLowerCase()) return 1
  return no.includes(word) || word === say('No').toLowerCase() ? 0 : undefined
}

/**
 * `2026-05-06` of a date as programs or people write it, day first, or with its month in words of either language; null if
 * blank, undefined if it is none.
 */
export function dateFromText(text: string): string | null | undefined {
  const plain = text.replace(/[\u200e\u200f]/g, '').trim()
  if (plain === '') return null
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ?? []
  if (year && month && day) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const [, first, second, last] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(plain) ?? []
  if (first && second && last) return `${last}-${second.padStart(2, '0')}-${first.padStart(2, '0')}`
  const [, number, name, ofYear] = /^(\d{1,2})\.?\s+([\p{L}׳'.]+),?\s+(\d{4})$/u.exec(plain) ?? []
  const named = monthOf(name ?? '')
  return number && named ? `${ofYear}-${named}-${number.padStart(2, '0')}` : undefined
}

/** `05` of the name of a month, whole or short, in Hebrew with its prefix. */
function monthOf(name: string): string | undefined {
  months ??= monthNames()
  const at = months.get(plainWord(name).replace(/^ב(?=[א-ת])/, ''))
  return at === undefined ? undefined : String(at).padStart(2, '0')
}

let months: ReadonlyMap<string, number> | undefined

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>()
  for (const locale of ['en-GB', 'en-US', 'he-IL'])
    for (const style of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' })
      for (let month = 0; month < 12; month++) names.set(plainWord(format.format(Date.UTC(2026, month, 1))), month + 1)
    }
  return names
}

const plainWord = (word: string): string => word.replace(/[.׳']/g, '').toLowerCase()

/** The same with a time of day; midnight if the text has none. */
export function momentFromText(text: string): string | null | undefined {
  const plain = text.replace(/[\u200e\u200f]/g, '').trim()
  const [, day = '', time = '00:00'] = /^(.*?)(?:,?[ T]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/.exec(plain) ?? []
  const date = dateFromText(day)
  return typeof date === 'string' ? `${date} ${time.padStart(5, '0')}` : date
}

/** Wall-clock text without its fraction of a second. */
export const momentText = (value: unknown): string => (isBlank(value) ? '' : valueText(value).slice(0, 19))
