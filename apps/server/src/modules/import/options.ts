import { badRequest, invalid } from '@tavla/contract'
import { isDateFormat } from './matching/formats.ts'
import { encodings } from './reading/encoding.ts'
import type { ReadingOptions } from './reading/table.ts'

/** The checked `options` of a call (reference: http-api, Import). */
export interface ImportOptions {
  reading: ReadingOptions
  /** Line of the heads, from 1. */
  headRow: number
  /** Fieldnames by position of the column; undefined to match the heads. */
  mapping: ReadonlyMap<number, string> | undefined
  key: string | null | undefined
  mode: 'create' | 'update' | 'both' | undefined
  dateFormat: string | null
  decimal: '.' | ',' | null
  createsMissingLinks: boolean
}

/** @throws Problem 400 or 417 */
export function readOptions(sent: unknown): ImportOptions {
  const options = sent ?? {}
  if (typeof options !== 'object' || Array.isArray(options)) throw badRequest()
  const { sheet, encoding, delimiter, header_row, mapping, key, mode, date_format, decimal, create_missing_links } =
    options as Record<string, unknown>
  return {
    reading: {
      sheet: wholeNumber(sheet, 'sheet', 0, 0),
      encoding: oneOf(encoding, 'encoding', encodings) ?? null,
      delimiter: delimiterOf(delimiter),
    },
    headRow: wholeNumber(header_row, 'header_row', 1, 1),
    mapping: mapping === null || mapping === undefined ? undefined : mappingOf(mapping),
    key: key === undefined ? undefined : textOrNull(key),
    mode: oneOf(mode, 'mode', ['create', 'update', 'both'] as const),
    dateFormat: dateFormatOf(date_format),
    decimal: oneOf(decimal, 'decimal', ['.', ','] as const) ?? null,
    createsMissingLinks: create_missing_links === 1 || create_missing_links === true,
  }
}

const wrong = (name: string) => invalid('The value for {0} is not valid', [name])

function wholeNumber(value: unknown, name: string, least: number, usual: number): number {
  if (value === undefined || value === null) return usual
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least || value > 1_048_576) throw wrong(name)
  return value
}

function oneOf<T extends string>(value: unknown, name: string, known: readonly T[]): T | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const found = known.find((one) => one === value)
  if (found === undefined) throw invalid('{0} must be one of: {1}', [name, known.join(', ')])
  return found
}

function delimiterOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length !== 1 || /["\r\n]/.test(value)) throw wrong('delimiter')
  return value
}

function dateFormatOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || !isDateFormat(value)) throw wrong('date_format')
  return value
}

function textOrNull(value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string') throw wrong('key')
  return value
}

function mappingOf(value: unknown): Map<number, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong('mapping')
  const mapping = new Map<number, string>()
  for (const [column, name] of Object.entries(value)) {
    if (name === null || name === '') continue
    if (!/^\d{1,3}$/.test(column) || typeof name !== 'string') throw wrong('mapping')
    mapping.set(Number(column), name)
  }
  return mapping
}
