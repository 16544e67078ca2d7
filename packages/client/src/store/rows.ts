import type { EntityRecord } from '@tavla/contract'

type Rows = readonly EntityRecord[]

/** False for a row far from the view, of which only the id is in memory. */
export function isRead(row: EntityRecord): boolean {
  for (const key in row) if (key !== 'id') return true
  return false
}

/** Reduces the rows outside of `from` to `to`, both included, to their ids. */
export const dropFar = (rows: Rows, from: number, to: number): Rows =>
  rows.map((row, index) => ((index >= from && index <= to) || !isRead(row) ? row : { id: row.id }))

/**
 * Appends further rows, without those already in memory, since a new record shifts the pages (reference:
 * http-api, Paging and counts).
 */
export function appendRows(rows: Rows, page: Rows): Rows {
  const added = new Map(page.map((row) => [row.id, row]))
  for (const { id } of rows) added.delete(id)
  return added.size === 0 ? rows : [...rows, ...added.values()]
}

/** Replaces `asked` rows at their place; the list never grows longer than `count`. */
export function placeRows(rows: Rows, start: number, page: Rows, count: number, asked = page.length): Rows {
  return [...rows.slice(0, start), ...page, ...rows.slice(start + asked)].slice(0, count)
}

/** Updates single records, each at its place; `renamed` maps old ids to new ones. */
export function refreshRows(rows: Rows, fresh: Rows, renamed: ReadonlyMap<string, string> = new Map()): Rows {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(renamed.get(row.id) ?? row.id) ?? row)
}

/** Updates the row of a saved record, with only the fields that the list requested. */
export const mergeRow = (rows: Rows, record: EntityRecord, id = record.id): Rows =>
  rows.map((row) => (row.id === id ? merged(row, record) : row))

/** The same for many records. */
export function mergeRows(rows: Rows, records: Rows): Rows {
  const byId = new Map(records.map((record) => [record.id, record]))
  return rows.map((row) => {
    const record = byId.get(row.id)
    return record ? merged(row, record) : row
  })
}

function merged(row: EntityRecord, record: EntityRecord): EntityRecord {
  const next: EntityRecord = { ...row }
  for (const key of Object.keys(row)) if (key in record) next[key] = record[key]
  // A row without links has no titles; its record may have one now.
  if (record._link_titles) next._link_titles = record._link_titles
  return next
}

export const withoutRows = (rows: Rows, ids: ReadonlySet<string>): Rows => {
  const kept = rows.filter((row) => !ids.has(row.id))
  return kept.length === rows.length ? rows : kept
}
