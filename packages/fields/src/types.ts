import type { Message, ProblemType, StorageKind } from '@tavla/contract'

/** The possible values of a column, on both databases. */
export type StoredValue = string | number | null

/** The part of a field's definition that a type's rules may read. */
export interface FieldRule {
  fieldname: string
  label: string
  fieldtype: string
  /** A newline-separated string; JSON text of label/value pairs is also legal for a Select. */
  options: string | null
}

/** A value in its stored form, or the reason of its refusal. A message refers to the field's label as `{0}`. */
export type ParseResult = { value: StoredValue } | { problem: Message; type?: ProblemType }

/** The site's facts that a type needs to parse a value (reference: metadata, Values). */
export interface ParseContext {
  /** Wall-clock text of the site, `YYYY-MM-DD HH:mm:ss.ffffff`, for an instant as ISO text with offset or `Z`. */
  toWallClock(instant: string): string | undefined
}

/**
 * The server half of a field type: `<type>.server.ts` exports one as default, and the folder's presence registers it.
 * Column, sorting, searching, filtering and conversion follow from `kind`; no other code asks for a type by name.
 */
export interface FieldTypeServer {
  /** Name in metadata, e.g. `Small Text`. */
  type: string
  kind: StorageKind
  /** Maximum length of a value in UTF-16 units; null for kinds without a length. */
  length: number | null
  /** True when the list's search box searches it (reference: metadata, Field types). */
  searchable?: boolean
  /** The source of the linked entity's name: this field's options, or the field that the options name. */
  links?: 'options' | 'field'
  /**
   * True when the values of a field with these options can be names of entities, for a dynamic link that
   * follows the field.
   */
  namesEntity?(options: string | null): boolean
  /** True when only the server sets it, whatever `read_only` says. */
  serverOnly?: boolean
  /** True when a file of this field must be an image, judged by its bytes. */
  onlyPictures?: boolean
  /** True when a definition is invalid without options (Select, Link, Dynamic Link, Table). */
  needsOptions?: boolean
  /**
   * True when `parse` refuses values that other types of its kind accept, so that a change to this type
   * checks every stored value.
   */
  isStrict?: boolean
  /** The kind of result that a formula of this type has; absent for a type without formulas. */
  formula?: 'number' | 'text' | 'bool' | 'date'
  /** True for a type whose value can be worked out over linking records. */
  rollup?: true
  /** Digits after the point that a worked-out number keeps; `currency` for those of the field's currency. */
  digits?: number | 'currency'
  /** Wire → stored: coercion and the type's own validation. Not called for a missing key. */
  parse(value: unknown, field: FieldRule, context: ParseContext): ParseResult
  /** Stored → wire, for a value that is not null; without it the stored value is sent as it is. */
  present?(stored: StoredValue): unknown
  /** A value that the type accepts, with the options it needs, for the test suite of all types. */
  sample: { value: unknown; stored: StoredValue; options?: string; refused?: unknown[] }
}
