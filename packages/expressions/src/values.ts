import { DateText } from './dates.ts'
import type { ValueKind, Values } from './names.ts'

/** The type that the library has for each kind. */
export const celTypes: Readonly<Record<ValueKind, string>> = {
  number: 'double',
  text: 'string',
  bool: 'bool',
  date: 'Date',
}

/** Reads one field of a record. */
export type FieldReader = (value: unknown) => unknown

/** A record or a row whose fields are read when an expression asks for them. */
export type ReadType = new (values: Values) => object

/** A class with a getter for each field. */
export function readTypeOf(readers: ReadonlyMap<string, FieldReader>): ReadType {
  class Read {
    readonly #values: Values

    constructor(values: Values) {
      this.#values = values
    }

    static {
      for (const [name, read] of readers) {
        Object.defineProperty(Read.prototype, name, {
          get(this: Read) {
            return read(this.#values[name])
          },
        })
      }
    }
  }
  return Read
}

/** The values of the kinds for the library. None is ever null: a blank is 0, false or an empty text. */
export const kindReaders: Readonly<Record<ValueKind, FieldReader>> = {
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : 0),
  bool: (value) => value === 1 || value === true,
  text: textOf,
  date: (value) => new DateText(textOf(value)),
}

/** Reads the rows of a Table field. */
export const rowsReader =
  (rowType: ReadType): FieldReader =>
  (value) =>
    Array.isArray(value) ? value.map((row: unknown) => new rowType(isValues(row) ? row : {})) : []

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null
