import type { Message, ProblemType, StorageKind } from '@tavla/contract'

/** What a column can hold, on both databases. */
export type Stored = string | number | null

/** The part of a field's definition that a type's rules may look at. */
export interface FieldRule {
  fieldname: string
  label: string
  fieldtype: string
  /** A newline-separated string; JSON text of label/value pairs is also legal for a Select. */
  options: string | null
}

/** A value as it will be stored, or why it can't be. A message about the field names it by `{0}` = its label. */
export type Parsed = { value: Stored } | { problem: Message; type?: ProblemType }

/** What a type needs to know of the site to read a value (reference: metadata, Values). */
export interface ParseContext {
  /** Wall-clock text of the site, `YYYY-MM-DD HH:mm:ss.ffffff`, for an instant given as an ISO text with offset or `Z`. */
  toWallClock(instant: string): string | undefined
}

/**
 * The server half of a field type: `<type>.server.ts` exports one as default, and the folder's presence registers it.
 * Column, sorting, searching, filtering and conversion follow from `kind`; nothing else asks for a type by name.
 */
export interface FieldTypeServer {
  /** Name in metadata, e.g. `Small Text`. */
  type: string
  kind: StorageKind
  /** Longest value in UTF-16 units; null for kinds without a length. */
  length: number | null
  /** True when the list's search box looks into it (reference: metadata, Field types). */
  searchable?: boolean
  /** Where the linked entity's name stands: in this field's options, or in the field that options names. */
  links?: 'options' | 'field'
  /** True when a value of a field with these options can be the name of an entity, for a link that follows the field. */
  namesEntity?(options: string | null): boolean
  /** True when nobody but the server sets it, whatever `read_only` says. */
  serverOnly?: boolean
  /** True when a file of this field has to be a picture, by its bytes. */
  onlyPictures?: boolean
  /** True when the definition is worthless without options (Select, Link, Dynamic Link, Table). */
  needsOptions?: boolean
  /** True when `parse` refuses values that others of its kind hold, so that a change to this type tries every value. */
  isStrict?: boolean
  /** Wire → stored: coercion and the type's own validation. Not called for a missing key. */
  parse(value: unknown, field: FieldRule, context: ParseContext): Parsed
  /** Stored → wire, for a value that is not null; without it the stored value goes out as it is. */
  present?(stored: Stored): unknown
  /** A value that the type accepts, with the options it needs, for the suite that walks all types. */
  sample: { value: unknown; stored: Stored; options?: string; refused?: unknown[] }
}
