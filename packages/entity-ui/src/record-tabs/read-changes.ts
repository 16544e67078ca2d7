import type { EntityRecord, FieldMeta, Meta, VersionRecord } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'

/** One value with its surrounding values, for its field type to render. */
export interface ChangeSide {
  value: unknown
  values: Readonly<Record<string, unknown>>
}

/** The stored data of a write. */
type WriteData = Pick<VersionRecord, 'data' | 'titles'>

/** A field, or a row of a Table field. */
export type ChangedPart = { fields: [string] } | { rows: [{ table: string; id: string }] }

/** The change of one field, or of one row of a table. */
export interface FieldChange {
  key: string
  /** The field's label; for rows, the table's. */
  label: string
  kind: 'value' | 'row added' | 'row removed' | 'row changed'
  /** The part of the record that `restore` brings back. */
  part: ChangedPart
  fields: { field: FieldMeta; before: ChangeSide | null; after: ChangeSide | null }[]
}

/** One row of a table before and after a write; null if it did not exist. */
interface RowWrite {
  kind: FieldChange['kind']
  before: unknown
  after: unknown
  /** Index of the row within its kind of change. */
  at: number
}

/**
 * The changes of one write, in the order of the form. A new record shows its initial values; fields that meta lacks are
 * hidden or deleted, and left out.
 */
export function readChanges(version: WriteData, meta: Meta, record: EntityRecord | null): FieldChange[] {
  const { changed, added, removed } = version.data
  const order = new Map(meta.all_fields.map((field, index) => [field.fieldname, index]))
  const rowChanges = (name: string, row: RowWrite): FieldChange[] => {
    const table = shownField(meta, name)
    return table ? rowChange(version, meta, table, row) : []
  }
  const found = [
    ...changed.flatMap(([name, before, after], at): FieldChange[] => {
      const field = shownField(meta, name)
      if (!field) return []
      if (fieldUi(field.fieldtype).hasRows) return rowChanges(name, { kind: 'row changed', before, after, at })
      return valueChange(version, record, field, [before, after])
    }),
    ...added.flatMap(([name, row], at) => rowChanges(name, { kind: 'row added', before: null, after: row, at })),
    ...removed.flatMap(([name, row], at) => rowChanges(name, { kind: 'row removed', before: row, after: null, at })),
  ]
  const place = ({ key }: FieldChange) => order.get(key.split('\n', 1)[0] ?? '') ?? order.size
  return found.toSorted((a, b) => place(a) - place(b))
}

function valueChange(
  version: WriteData,
  record: EntityRecord | null,
  field: FieldMeta,
  values: readonly [before: unknown, after: unknown],
): FieldChange[] {
  // A new record was blank before, and a deleted one is blank after: that needs no line for each field.
  if (values.every(isBlank)) return []
  const [before = null, after = null] = values.map((value, side) =>
    isBlank(value) ? null : sideOf(version, record, field, value, side),
  )
  return [
    {
      key: field.fieldname,
      label: field.label,
      kind: 'value',
      part: { fields: [field.fieldname] },
      fields: [{ field, before, after }],
    },
  ]
}

function rowChange(
  version: WriteData,
  meta: Meta,
  table: FieldMeta,
  { kind, before, after, at }: RowWrite,
): FieldChange[] {
  const child = meta.links.find((link) => link.id === table.options)
  const [was, is] = [rowValues(before), rowValues(after)]
  const fields = (child?.fields ?? []).filter((field) => {
    const values = [was?.[field.fieldname], is?.[field.fieldname]]
    return field.hidden !== 1 && !values.every(isBlank) && JSON.stringify(values[0]) !== JSON.stringify(values[1])
  })
  // A row that only moved has no changes to show.
  if (fields.length === 0 && kind === 'row changed') return []
  const side = (row: ChangeSide['values'] | null, field: FieldMeta): ChangeSide | null => {
    const value = row?.[field.fieldname]
    if (row === null || isBlank(value)) return null
    return { value, values: { ...row, ...titleOf(version, `${table.fieldname}.${field.fieldname}`, field, value) } }
  }
  return [
    {
      key: `${table.fieldname}\n${kind}\n${at}`,
      label: table.label,
      kind,
      part: { rows: [{ table: table.fieldname, id: String((is ?? was)?.id) }] },
      fields: fields.map((field) => ({ field, before: side(was, field), after: side(is, field) })),
    },
  ]
}

/** A value with its surrounding values at that time: the write's other changes over the current record. */
function sideOf(
  version: WriteData,
  record: EntityRecord | null,
  field: FieldMeta,
  value: unknown,
  side: number,
): ChangeSide {
  const then = Object.fromEntries(version.data.changed.map((change) => [change[0], change[side + 1]]))
  return { value, values: { ...record, ...then, ...titleOf(version, field.fieldname, field, value) } }
}

function titleOf(version: WriteData, key: string, field: FieldMeta, value: unknown) {
  const title = version.titles?.[key]?.[String(value)]
  return { _link_titles: title === undefined ? {} : { [field.fieldname]: title } }
}

const shownField = (meta: Meta, name: string) =>
  meta.all_fields.find((field) => field.fieldname === name && field.hidden !== 1)
const rowValues = (row: unknown) => (typeof row === 'object' && row !== null ? (row as ChangeSide['values']) : null)
