import type { FieldTypes } from '@tavla/fields/server'
import type { StoredRow } from '../tables/rows.ts'

/** One step from an entity's old fields to its new ones (reference: metadata, Changing a definition). */
export type FieldChange =
  | { kind: 'add'; fieldname: string; row: StoredRow }
  | { kind: 'rename'; fieldname: string; from: string; row: StoredRow }
  | { kind: 'retype'; fieldname: string; was: StoredRow; row: StoredRow }
  | { kind: 'retarget'; fieldname: string; was: StoredRow; row: StoredRow }
  | { kind: 'remove'; fieldname: string; was: StoredRow }

/** The changes from old to new fields. Rows are matched by their id, because a renamed field keeps it. */
export function planFieldChanges(
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  types: FieldTypes,
): FieldChange[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const changes: FieldChange[] = []
  for (const row of after) {
    const fieldname = String(row.fieldname)
    const was = old.get(row.id ?? null)
    old.delete(row.id ?? null)
    if (!was) {
      changes.push({ kind: 'add', fieldname, row })
      continue
    }
    if (was.fieldname !== fieldname) changes.push({ kind: 'rename', fieldname, from: String(was.fieldname), row })
    if (was.fieldtype !== row.fieldtype) changes.push({ kind: 'retype', fieldname, was, row })
    else if (pointsElsewhere(was, row, types)) changes.push({ kind: 'retarget', fieldname, was, row })
  }
  const removed = [...old.values()].map((was) => ({ kind: 'remove' as const, fieldname: String(was.fieldname), was }))
  return [...removed, ...changes]
}

function pointsElsewhere(was: StoredRow, row: StoredRow, types: FieldTypes): boolean {
  const type = types.get(String(row.fieldtype))
  const points = type !== undefined && (type.links !== undefined || type.kind === 'table')
  return points && (was.options ?? null) !== (row.options ?? null)
}
