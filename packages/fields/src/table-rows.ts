import { type FieldMeta, isDefaultWord } from '@tavla/contract'

/** A row of a table field; a row that was never saved has no id. */
export interface TableRow {
  id?: string
  idx: number
  [fieldname: string]: unknown
}

/** The rows of a stored or drafted value. */
export function readRows(value: unknown): TableRow[] {
  if (!Array.isArray(value)) return []
  return value.filter((row): row is TableRow => typeof row === 'object' && row !== null)
}

/**
 * Adds a row: idx = number of existing rows, the child entity's defaults, Check defaults as integers, and the type's
 * blank value where there is no default (reference: screens, Rows on screen).
 */
export function addRow(
  rows: readonly TableRow[],
  fields: readonly FieldMeta[],
  blankOf: (fieldtype: string) => unknown,
): TableRow[] {
  const row: TableRow = { idx: rows.length }
  for (const field of fields) {
    // The server fills keys that a row lacks.
    if (isDefaultWord(field.default)) continue
    row[field.fieldname] = defaultOf(field, blankOf(field.fieldtype))
  }
  return [...rows, row]
}

export function deleteRow(rows: readonly TableRow[], index: number): TableRow[] {
  return rows.filter((_, at) => at !== index)
}

export function setCell(rows: readonly TableRow[], index: number, fieldname: string, value: unknown): TableRow[] {
  return rows.map((row, at) => (at === index ? { ...row, [fieldname]: value } : row))
}

/** Moves a row and renumbers idx from 1; an impossible target leaves the rows as they are. */
export function moveRow(rows: readonly TableRow[], from: number, to: number): readonly TableRow[] {
  const moved = rows[from]
  if (!moved || from === to || to < 0 || to >= rows.length) return rows
  const others = rows.filter((_, at) => at !== from)
  others.splice(to, 0, moved)
  return others.map((row, at) => ({ ...row, idx: at + 1 }))
}

function defaultOf(field: FieldMeta, blank: unknown): unknown {
  if (field.default === null || field.default === '') return blank
  return typeof blank === 'number' ? Number(field.default) || 0 : field.default
}
