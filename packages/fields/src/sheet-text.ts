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

/** `2026-05-06` of a date as programs or people write it, day first; null if blank, undefined if it is none. */
export function dateFromText(text: string): string | null | undefined {
  const plain = text.replace(/[\u200e\u200f]/g, '').trim()
  if (plain === '') return null
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain) ?? []
  if (year && month && day) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const [, first, second, last] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(plain) ?? []
  return first && second && last ? `${last}-${second.padStart(2, '0')}-${first.padStart(2, '0')}` : undefined
}

/** The same with a time of day; midnight if the text has none. */
export function momentFromText(text: string): string | null | undefined {
  const plain = text.replace(/[\u200e\u200f]/g, '').trim()
  const [, day = '', time = '00:00'] = /^(.*?)(?:,?[ T]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?))?$/.exec(plain) ?? []
  const date = dateFromText(day)
  return typeof date === 'string' ? `${date} ${time.padStart(5, '0')}` : date
}

/** Wall-clock text without its fraction of a second. */
export const momentText = (value: unknown): string => (isBlank(value) ? '' : valueText(value).slice(0, 19))
