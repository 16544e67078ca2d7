import { tooLong, wrongShape } from './problems.ts'
import type { FieldRule, ParseResult } from './types.ts'

/**
 * A value of one line: trimmed, blank is null, at most `maximum` UTF-16 units (reference: http-api, Coercion
 * and checks).
 */
export function parseLine(value: unknown, field: FieldRule, maximum: number): ParseResult {
  return parseWith(value, field, maximum, (text) => text.trim())
}

/** A longer text, stored as it was written, since white space at its ends can matter (code); blank is null. */
export function parseText(value: unknown, field: FieldRule, maximum: number): ParseResult {
  return parseWith(value, field, maximum, (text) => (text.trim() === '' ? '' : text))
}

/**
 * A JSON value as text that both databases and every encoder accept: whole surrogate pairs, no NUL. Numbers and
 * booleans become their text, null the empty text; undefined for an object or a list.
 */
export function toText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '')
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
  return undefined
}

function parseWith(value: unknown, field: FieldRule, maximum: number, tidy: (text: string) => string): ParseResult {
  const raw = toText(value)
  if (raw === undefined) return wrongShape(field)
  const text = tidy(raw)
  return text.length > maximum ? tooLong(field, maximum) : { value: text === '' ? null : text }
}
