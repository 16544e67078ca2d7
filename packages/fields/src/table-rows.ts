import { type FieldMeta, isDefaultWord } from '@tavla/contract'

/** A row of a table field; a row that was never saved has no id. */
export interface TableRow {
  id?: string
  idx: number
  /** Pasted texts of which no value could be made, by fieldname; a save waits for them. */
  _unread?: Readonly<Record<string, string>>
  /** The fieldnames among them whose text several records have as their name. */
  _shared?: readonly string[]
  /** The form began the row by itself, and nobody has typed into it: a save leaves it out. */
  _begun?: boolean
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

/** Changes a cell; a text that was not understood there is gone with it. */
export function setCell(rows: readonly TableRow[], index: number, fieldname: string, value: unknown): TableRow[] {
  return rows.map((row, at) => {
    if (at !== index) return row
    const { _unread: unread, _shared: shared, _begun, ...others } = row
    const left = Object.entries(unread ?? {}).filter(([name]) => name !== fieldname)
    const stillShared = shared?.filter((name) => name !== fieldname) ?? []
    return {
      ...{ ...others, [fieldname]: value },
      ...(left.length > 0 && { _unread: Object.fromEntries(left) }),
      ...(stillShared.length > 0 && { _shared: stillShared }),
    } as TableRow
  })
}

/** Keeps a text beside a cell for which it is no value; `isShared` if several records have it as their name. */
export function setUnread(
  rows: readonly TableRow[],
  index: number,
  fieldname: string,
  { text, isShared = false }: { text: string; isShared?: boolean },
): TableRow[] {
  return rows.map((row, at) => {
    if (at !== index) return row
    const shared = row._shared?.filter((name) => name !== fieldname) ?? []
    if (isShared) shared.push(fieldname)
    return {
      ...{ ...row, _unread: { ...row._unread, [fieldname]: text } },
      ...((row._shared || isShared) && { _shared: shared }),
    }
  })
}

/** A copy of a row right below it, as a new row. */
export function doubleRow(rows: readonly TableRow[], index: number): TableRow[] {
  const { id: _id, _begun, ...copy } = rows[index] ?? { idx: 0 }
  return rows.toSpliced(index + 1, 0, { ...copy, idx: rows.length })
}

/** True when nobody has typed into a row that was begun: its fields that are open hold what they began with. */
export const isUntouched = (row: TableRow, begun: TableRow, fields: readonly FieldMeta[]): boolean =>
  row.id === undefined &&
  fields.every(({ fieldname, read_only: closed }) => closed === 1 || isSame(row[fieldname], begun[fieldname]))

const isSame = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '')

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
