import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'

type Differences = Required<Pick<VersionRecord, 'data' | 'titles'>>
type Row = EntityRecord & Record<string, unknown>

/** The differences between two states of a record, in the form of one write (reference: metadata, Versions). */
export function compareStates(meta: Meta, before: EntityRecord, after: EntityRecord): Differences {
  const found: Differences = { data: { changed: [], added: [], removed: [] }, titles: {} }
  for (const { fieldname, fieldtype } of meta.all_fields) {
    // Two moments always differ in them.
    if (fieldname === 'modified' || fieldname === 'modified_by') continue
    if (fieldUi(fieldtype).hasRows) compareRows(found, fieldname, rowsOf(before[fieldname]), rowsOf(after[fieldname]))
    else if (!isSame(before[fieldname], after[fieldname])) {
      found.data.changed.push([fieldname, before[fieldname] ?? null, after[fieldname] ?? null])
      for (const record of [before, after]) noteTitle(found, fieldname, fieldname, record as Row)
    }
  }
  return found
}

function compareRows(found: Differences, table: string, before: readonly Row[], after: readonly Row[]): void {
  const left = new Map(before.map((row) => [row.id, row]))
  for (const row of after) {
    const was = left.get(row.id)
    left.delete(row.id)
    if (!was) found.data.added.push([table, row])
    else if (!isSame(plain(was), plain(row))) found.data.changed.push([table, was, row])
  }
  for (const row of left.values()) found.data.removed.push([table, row])
  for (const row of [...before, ...after]) {
    for (const name of Object.keys(row._link_titles ?? {})) noteTitle(found, `${table}.${name}`, name, row)
  }
}

function noteTitle({ titles }: Differences, key: string, fieldname: string, record: Row): void {
  const title = record._link_titles?.[fieldname]
  if (title !== undefined) titles[key] = { ...titles[key], [String(record[fieldname])]: title }
}

/** A row without its place, which is no value of its own. */
const plain = ({ idx: _, _link_titles: __, ...values }: Row) => values

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as Row[]) : [])

const isSame = (some: unknown, other: unknown) =>
  (isBlank(some) && isBlank(other)) || JSON.stringify(some) === JSON.stringify(other)
