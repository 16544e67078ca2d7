import {
  areEqualValues,
  type Choose,
  type EntityRecord,
  type FieldMeta,
  type MergeField,
  type Meta,
  mergeRecord,
} from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { isDerived } from '../rules/has-rules.ts'
import type { Editing } from './record-editing.ts'

/** A value that another user saved while the form is open and that came into it. */
export interface Arrival {
  /** Name of that user. */
  by: string
  /** The value that came. */
  value: unknown
  /** The value that the form had before, and the title of the record that it linked to. */
  former: unknown
  formerTitle: string | undefined
}

/** A value that another user saved in a field that this form changed too, or whose box has the caret. */
export interface OtherValue {
  field: MergeField
  by: string
  /** The value that the form stands on. */
  former: unknown
  /** The record that has the value, in the form of a draft. */
  record: EntityRecord
}

/** The values that others saved while a form is open, by fieldname (reference: screens, Changes by others). */
export interface Arrivals {
  /** Values that came into the form. */
  taken: Readonly<Record<string, Arrival>>
  /** Values of fields that this form changed differently. */
  contested: Readonly<Record<string, OtherValue>>
  /** Values that wait until the caret leaves their box. */
  waiting: Readonly<Record<string, OtherValue>>
}

export const noArrivals: Arrivals = { taken: {}, contested: {}, waiting: {} }

/**
 * The fields of a form as a merge sees them. Only the server sets read-only ones, so others' values always stand; what it
 * works out is nobody's.
 */
export function mergeFieldsOf(meta: Pick<Meta, 'doc_meta' | 'links'>): MergeField[] {
  const plain = ({ fieldname, fieldtype }: FieldMeta): MergeField => ({
    fieldname,
    kind: fieldtype === 'Password' ? 'secret' : 'value',
  })
  const merged = meta.doc_meta.fields.filter((field) => !isDerived(field))
  return merged.map((field): MergeField => {
    if (!fieldUi(field.fieldtype).hasRows) return plain(field)
    const columns = meta.links.find(({ id }) => id === field.options)?.fields ?? []
    return {
      fieldname: field.fieldname,
      kind: 'table',
      columns: columns.filter((column) => column.read_only !== 1).map(plain),
    }
  })
}

/**
 * A form after another user saved the record. Fields that it did not change take the new values; the box with the caret,
 * `at`, takes its own later. The base of a field that both changed stays, so that no save overwrites it unseen.
 */
export function arrive(
  editing: Editing,
  { record, by, fields, at }: { record: EntityRecord; by: string; fields: readonly MergeField[]; at: string | null },
): Editing {
  let next = editing
  for (const field of fields) {
    if (field.kind === 'secret') continue
    const { fieldname } = field
    const other: OtherValue = { field, by, record, former: editing.base?.[fieldname] }
    if (areEqualValues(record[fieldname], editing.base?.[fieldname])) next = withoutOther(next, fieldname)
    else if (Object.hasOwn(editing.changes, fieldname)) next = meet(next, other)
    else if (fieldname === at) next = withOther(next, 'waiting', other)
    else next = take(next, other)
  }
  return next
}

/** Decides for one of two values of a field; the other changes of both sides to its rows stay. */
export function settle(editing: Editing, fieldname: string, choice: 'mine' | 'theirs'): Editing {
  const other = editing.arrivals.contested[fieldname]
  return other ? rebaseField(editing, other, () => choice) : editing
}

/** The caret left a box: it takes the value that waited, unless the user typed over it. */
export function leaveBox(editing: Editing, fieldname: string): Editing {
  const other = editing.arrivals.waiting[fieldname]
  return other ? take(editing, other) : editing
}

/** After a key in a box: a value that waited for it meets the typed one, and waits again once that is taken back. */
export function meetTyped(editing: Editing, fieldname: string): Editing {
  const { waiting, contested } = editing.arrivals
  const isChanged = Object.hasOwn(editing.changes, fieldname)
  const other = isChanged ? waiting[fieldname] : contested[fieldname]
  if (!other) return editing
  const left = withoutOther(editing, fieldname)
  return isChanged ? meet(left, other) : withOther(left, 'waiting', other)
}

/** The draft on the record as it is stored now; `choose` decides where both sides differ. */
export function rebase(editing: Editing, record: EntityRecord, fields: readonly MergeField[], choose: Choose): Editing {
  const { base } = editing
  if (!base) return editing
  const { values } = mergeRecord({ fields, base, theirs: record, mine: editing.changes }, choose)
  const changed = Object.entries({ ...editing.changes, ...values }).filter(
    ([fieldname, value]) => !areEqualValues(value, record[fieldname]),
  )
  return { ...editing, base: record, changes: Object.fromEntries(changed), arrivals: noArrivals, changedBy: null }
}

/** A value of another user in a field that the form changed: both stand when they merge. */
function meet(editing: Editing, other: OtherValue): Editing {
  const { field, record } = other
  const sides = { fields: [field], base: editing.base ?? {}, theirs: record, mine: editing.changes }
  const isClash = mergeRecord(sides).clashes.length > 0
  return isClash ? withOther(editing, 'contested', other) : rebaseField(editing, other, () => 'mine')
}

function rebaseField(editing: Editing, other: OtherValue, choose: Choose): Editing {
  const { field, record } = other
  const { fieldname } = field
  const sides = { fields: [field], base: editing.base ?? {}, theirs: record, mine: editing.changes }
  const value = mergeRecord(sides, choose).values[fieldname]
  const taken = take(editing, other)
  const { [fieldname]: _, ...changes } = taken.changes
  return { ...taken, changes: areEqualValues(value, record[fieldname]) ? changes : { ...changes, [fieldname]: value } }
}

function take(editing: Editing, { field: { fieldname }, by, record }: OtherValue): Editing {
  if (!editing.base) return editing
  const { former, formerTitle } = editing.arrivals.taken[fieldname] ?? {
    former: editing.base[fieldname],
    formerTitle: editing.base._link_titles?.[fieldname],
  }
  const base: EntityRecord = { ...editing.base, [fieldname]: record[fieldname] }
  const title = record._link_titles?.[fieldname]
  if (title !== undefined) base._link_titles = { ...base._link_titles, [fieldname]: title }
  const { arrivals } = withoutOther(editing, fieldname)
  const arrival: Arrival = { by, value: record[fieldname], former, formerTitle }
  return { ...editing, base, arrivals: { ...arrivals, taken: { ...arrivals.taken, [fieldname]: arrival } } }
}

function withOther(editing: Editing, list: 'contested' | 'waiting', other: OtherValue): Editing {
  const { arrivals } = editing
  const others = { ...arrivals[list], [other.field.fieldname]: other }
  return { ...editing, arrivals: { ...arrivals, [list]: others } }
}

function withoutOther(editing: Editing, fieldname: string): Editing {
  const { arrivals } = editing
  const { [fieldname]: _, ...contested } = arrivals.contested
  const { [fieldname]: __, ...waiting } = arrivals.waiting
  return { ...editing, arrivals: { ...arrivals, contested, waiting } }
}
