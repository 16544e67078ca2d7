import type { EntityRecord } from '@tavla/contract'

type Rows = readonly EntityRecord[]

/** Further rows at the end; those already held are left out, since a new record shifts the pages (contract 3.6). */
export function appendRows(rows: Rows, page: Rows): Rows {
  const held = new Set(rows.map((row) => row.id))
  const added = page.filter((row) => !held.has(row.id))
  return added.length === 0 ? rows : [...rows, ...added]
}

/** A page read again, at its place; the list never grows longer than `count`. */
export function placeRows(rows: Rows, start: number, page: Rows, count: number): Rows {
  return [...rows.slice(0, start), ...page, ...rows.slice(start + page.length)].slice(0, count)
}

/** Newer values of single records, each at its place; `renamed` maps old ids to new ones. */
export function refreshRows(rows: Rows, fresh: Rows, renamed: ReadonlyMap<string, string> = new Map()): Rows {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return rows.map((row) => byId.get(renamed.get(row.id) ?? row.id) ?? row)
}

/** A saved record in its row: the row keeps to the fields that the list asked for. */
export function mergeRow(rows: Rows, record: EntityRecord, id = record.id): Rows {
  return rows.map((row) => {
    if (row.id !== id) return row
    const merged: EntityRecord = { ...row }
    for (const key of Object.keys(row)) if (key in record) merged[key] = record[key]
    return merged
  })
}

export const withoutRows = (rows: Rows, ids: ReadonlySet<string>): Rows => {
  const kept = rows.filter((row) => !ids.has(row.id))
  return kept.length === rows.length ? rows : kept
}
