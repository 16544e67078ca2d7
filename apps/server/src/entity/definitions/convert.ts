import type { StorageKind } from '@tavla/contract'
import type { FieldRule, FieldTypeServer, ParseContext } from '@tavla/fields/server'

type Value = string | number | null

/** A stored value converted to its new type; `lost` when part of it is gone. */
export interface ConvertedValue {
  value: Value
  lost: boolean
}

/** `free`: nothing can be lost. `checked`: every value is tested. `no`: refused (reference: metadata, Changing a type). */
export type Conversion = { rule: 'free' | 'checked'; convert: Converter } | { rule: 'no' }

type Converter = (value: Value) => ConvertedValue

type Target = { type: FieldTypeServer; rule: FieldRule }

const isText = (kind: StorageKind) => kind === 'text' || kind === 'longtext'
const isNumber = (kind: StorageKind) => kind === 'integer' || kind === 'decimal'
const isMoment = (kind: StorageKind) => kind === 'date' || kind === 'time' || kind === 'datetime'

/** The conversion from one type to another; their storage kinds decide. */
export function conversionOf(from: FieldTypeServer, to: Target, context: ParseContext): Conversion {
  const byKind = conversionByKind(from, to, context)
  return to.type.isStrict && byKind.rule !== 'no' ? thenParsed(byKind, to, context) : byKind
}

function conversionByKind(from: FieldTypeServer, to: Target, context: ParseContext): Conversion {
  const [a, b] = [from.kind, to.type.kind]
  if (a === 'secret' || b === 'secret' || a === 'table' || b === 'table') return { rule: 'no' }
  const kept = free((value) => value)
  const parsed = checked((value) => parse(to, value, context))
  if (isText(a) && isText(b)) return b === 'longtext' || isWidening(from, to.type) ? kept : parsed
  if (isText(a) && isNumber(b)) return checked((value) => toNumber(String(value), b))
  if (isText(a) && b === 'flag') return checked((value) => toFlag(String(value).trim()))
  if (isText(a) && (isMoment(b) || b === 'json')) return parsed
  if (isNumber(a) && isNumber(b)) return a === 'decimal' && b === 'integer' ? checked(truncate) : kept
  if ((isNumber(a) || a === 'flag') && isText(b)) return free(String)
  if (isNumber(a) && b === 'flag') return checked((value) => toFlag(String(value)))
  if (a === 'flag' && isNumber(b)) return kept
  if (a === 'date' && b === 'datetime') return free((value) => `${value} 00:00:00.000000`)
  if (a === 'datetime' && b === 'date') return checked(toDate)
  if (a === 'json' && b === 'text') return checked(fits(to.type))
  if ((isMoment(a) || a === 'json') && isText(b)) return kept
  if (a === 'file' && b === 'file') return to.type.onlyPictures ? parsed : kept
  return { rule: 'no' }
}

/** A strict type also parses the converted value: a value that it refuses is lost, and becomes the blank value of its kind. */
function thenParsed({ convert }: { convert: Converter }, to: Target, context: ParseContext): Conversion {
  return checked((value) => {
    const { value: converted, lost } = convert(value)
    if (lost || converted === null) return { value: converted, lost }
    const parsed = parse(to, converted, context)
    return parsed.lost && isNumber(to.type.kind) ? { value: 0, lost: true } : parsed
  })
}

/** True when the old values are already short texts and the new type has no further rule. */
function isWidening(from: FieldTypeServer, to: FieldTypeServer): boolean {
  return from.kind === 'text' && !to.needsOptions
}

function free(change: (value: string | number) => Value): Conversion {
  return { rule: 'free', convert: (value) => ({ value: value === null ? null : change(value), lost: false }) }
}

function checked(change: (value: string | number) => ConvertedValue): Conversion {
  return { rule: 'checked', convert: (value) => (value === null ? { value, lost: false } : change(value)) }
}

function parse(to: Target, value: string | number, context: ParseContext): ConvertedValue {
  const parsed = to.type.parse(value, to.rule, context)
  return 'problem' in parsed ? { value: null, lost: true } : { value: parsed.value, lost: false }
}

function toNumber(text: string, kind: StorageKind): ConvertedValue {
  const trimmed = text.trim()
  const plain = kind === 'integer' ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
  const number = Number(trimmed)
  return plain.test(trimmed) && Math.abs(number) <= 9.007e15 ? { value: number, lost: false } : { value: 0, lost: true }
}

/** Keeps the value unchanged where it fits. */
const fits =
  ({ length }: FieldTypeServer) =>
  (value: string | number): ConvertedValue =>
    length !== null && String(value).length > length ? { value: null, lost: true } : { value, lost: false }

function toFlag(text: string): ConvertedValue {
  return text === '0' || text === '1' ? { value: Number(text), lost: false } : { value: 0, lost: true }
}

function truncate(value: string | number): ConvertedValue {
  const whole = Math.trunc(Number(value))
  return { value: whole, lost: whole !== Number(value) }
}

function toDate(value: string | number): ConvertedValue {
  const [date = '', time = ''] = String(value).split(' ')
  return /^[0:.]*$/.test(time) ? { value: date, lost: false } : { value: null, lost: true }
}
