import type { Message } from '@tavla/contract'
import { fold, readSelectOptions } from '@tavla/fields/server'
import { type Dictionary, translate } from '@tavla/i18n'
import type { Field } from '../../../entity/index.ts'
import type { Cell } from '../reading/table.ts'
import { ambiguous, type Formats, readDay, readNumber } from './formats.ts'

/** The means to read cells: the formats of the file, and the words of both languages. */
export interface CellWords {
  formats: Formats
  hebrew: Dictionary
  thisYear: number
}

/** A value for a write, or the reason why the cell holds none. */
export type ReadCell = { value: string | number | boolean | null } | { problem: Message }

/** Reads a cell for a field; a link stays as it is written. Blank is null. */
export function readCell(cell: Cell, field: Field, words: CellWords): ReadCell {
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return { value: null }
  if (field.kind === 'flag') return readFlag(cell, field, words)
  if (field.kind === 'integer' || field.kind === 'decimal') return readNumeric(cell, field, words)
  if (field.kind === 'date' || field.kind === 'datetime') return readMoment(cell, field, words)
  if (field.kind === 'time') return { value: readTime(String(cell)) }
  const text = typeof cell === 'string' ? withoutGuard(cell) : String(cell)
  if (field.type.type === 'Select') return { value: optionOf(text.trim(), field, words) }
  return { value: field.rule.options === 'Phone' ? withSpaces(text) : text }
}

/** A phone number written in pairs with dots or slashes, as in France and Germany, has spaces instead. */
const withSpaces = (text: string) => text.replace(/(?<=[\d)]) ?[./] ?(?=[\d(])/g, ' ')

/** Exports put a `'` before what a spreadsheet would run as a formula. */
const withoutGuard = (text: string) => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

const label = (field: Field) => ({ translate: field.rule.label })

const yes = new Set(['1', 'true', 'yes', 'y', 'on', 'x', 'v', '✓', '✔', 'כן', 'נכון', 'אמת'])
const no = new Set(['0', 'false', 'no', 'n', 'off', 'לא', 'שקר'])

function readFlag(cell: Exclude<Cell, null>, field: Field, { hebrew }: CellWords): ReadCell {
  const word = fold(String(cell).trim())
  if (yes.has(word) || word === fold(translate(hebrew, 'Yes', undefined, 'he'))) return { value: 1 }
  if (no.has(word) || word === fold(translate(hebrew, 'No', undefined, 'he'))) return { value: 0 }
  const options = [{ translate: 'Yes' }, { translate: 'No' }]
  return { problem: { text: '{0} must be one of: {1}', args: [label(field), options] } }
}

function readNumeric(cell: Exclude<Cell, null>, field: Field, { formats }: CellWords): ReadCell {
  if (typeof cell !== 'string') return { value: cell }
  const number = readNumber(withoutGuard(cell), formats.decimal)
  if (number === undefined) return { problem: { text: '{0} is not a number', args: [label(field)] } }
  if (number !== ambiguous) return { value: number }
  return { problem: { text: '{0} can be read as two numbers. Choose the decimal sign.', args: [label(field)] } }
}

function readMoment(cell: Exclude<Cell, null>, field: Field, { formats, thisYear }: CellWords): ReadCell {
  const text = String(cell).trim()
  const day = readDay(text, formats.date, thisYear)
  if (day === ambiguous) {
    return { problem: { text: '{0} can be read as two dates. Choose the date format.', args: [label(field)] } }
  }
  if (day === undefined) return { value: text }
  // The time of a date is left out, as a date of a datetime has the first minute.
  const [, date = '', time = ''] = /^(\S{10})[T ,]*(.*)$/s.exec(day) ?? [day, day]
  if (field.kind === 'date') return { value: time === '' || isTime(time) ? date : day }
  return { value: time === '' ? date : `${date} ${readTime(time)}` }
}

const isTime = (text: string) => /^\d{1,2}:\d\d(:\d\d([.,]\d+)?)?( ?[ap]m)?$/i.test(text)

/** `HH:mm:ss` of a time with one digit of an hour, or of twelve hours; any other text as it is. */
function readTime(text: string): string {
  const parts = /^(\d{1,2}):(\d\d)(:\d\d(?:[.,]\d+)?)?(?: ?([ap])m)?$/i.exec(text.trim())
  if (!parts) return text
  const [, hour = '', minute, second = ':00', half] = parts
  const inDay = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(inDay).padStart(2, '0')}:${minute}${second}`
}

/** The value of an option by its value or its label in either language; any other text as it is. */
const optionOf = (text: string, field: Field, { hebrew }: CellWords): string =>
  optionsOf(field, hebrew).get(fold(text)) ?? text

/** The values of a Select by what they are called: every line of a file asks for them. */
const options = new WeakMap<Dictionary, WeakMap<Field, ReadonlyMap<string, string>>>()

function optionsOf(field: Field, hebrew: Dictionary): ReadonlyMap<string, string> {
  const ofLanguage = options.get(hebrew) ?? new WeakMap()
  options.set(hebrew, ofLanguage)
  const known = ofLanguage.get(field) ?? namedOptions(field, hebrew)
  ofLanguage.set(field, known)
  return known
}

/** Where two options are called the same, the name means the first. */
function namedOptions(field: Field, hebrew: Dictionary): Map<string, string> {
  const named = new Map<string, string>()
  for (const { value, label: shown } of readSelectOptions(field.rule.options)) {
    const inHebrew = translate(hebrew, shown, undefined, 'he', field.name)
    for (const name of [value, shown, inHebrew].map(fold)) if (!named.has(name)) named.set(name, value)
  }
  return named
}
