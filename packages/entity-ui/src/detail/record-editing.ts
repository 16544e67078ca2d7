import type { Choose, EntityRecord, FieldMeta, MergeField } from '@tavla/contract'
import { isDerived } from '../rules/has-rules.ts'
import { type Arrivals, arrive, leaveBox, meetTyped, noArrivals, rebase, settle } from './arrivals.ts'
import { openErrors } from './open-errors.ts'
import { isSameValue } from './same-value.ts'

/** The user's changes to a record, and the record at the start of editing. */
export interface Editing {
  isEditing: boolean
  /**
   * The values that the draft is based on. Its `modified` and the base values of the changed fields go into the next
   * save, which the server merges by them; a draft that is kept needs these and the changes, and nothing else.
   */
  base: EntityRecord | null
  /** Drafted values by fieldname, only those that differ from `base`. */
  changes: Readonly<Record<string, unknown>>
  /** Messages beside fields, and by `rowErrorKey` in the rows of tables. */
  errors: Readonly<Record<string, string>>
  /** Number of refused saves. */
  refusals: number
  /** The user who changed the stored record in the meantime. */
  changedBy: string | null
  /** The values that others saved since editing began. */
  arrivals: Arrivals
}

export type EditingAction =
  | { type: 'began'; record: EntityRecord }
  | { type: 'typed'; fieldname: string; value: unknown }
  | { type: 'left' }
  | { type: 'restored'; base: EntityRecord; changes: Editing['changes'] }
  | { type: 'saved' }
  | { type: 'refused'; errors: Editing['errors'] }
  | { type: 'overtaken'; by: string }
  | { type: 'reloaded'; record: EntityRecord }
  | { type: 'savedField'; fieldname: string; record: EntityRecord; isMerged: boolean }
  | { type: 'arrived'; record: EntityRecord; by: string; fields: readonly MergeField[]; at: string | null }
  | { type: 'derived'; record: EntityRecord; fields: readonly FieldMeta[] }
  | { type: 'settled'; fieldname: string; choice: 'mine' | 'theirs' }
  | { type: 'leftBox'; fieldname: string }
  | { type: 'rebased'; record: EntityRecord; fields: readonly MergeField[]; choose: Choose }

export const notEditing: Editing = {
  isEditing: false,
  base: null,
  changes: {},
  errors: {},
  refusals: 0,
  changedBy: null,
  arrivals: noArrivals,
}

/**
 * The states of a detail form (reference: screens, Drafts; screens, Changes by others). Nothing is merged silently: what
 * others saved is marked, and what both changed waits for a decision.
 */
export function reduceEditing(editing: Editing, action: EditingAction): Editing {
  switch (action.type) {
    case 'began':
      return { ...notEditing, isEditing: true, base: action.record }
    case 'restored':
      return { ...notEditing, isEditing: true, base: action.base, changes: action.changes }
    case 'typed':
      return meetTyped(typed(editing, action.fieldname, action.value), action.fieldname)
    case 'left':
    case 'saved':
      return notEditing
    case 'refused':
      return { ...editing, errors: action.errors, refusals: editing.refusals + 1 }
    case 'overtaken':
      return { ...editing, changedBy: action.by }
    case 'reloaded':
      return editing.isEditing ? { ...notEditing, isEditing: true, base: action.record } : editing
    case 'savedField':
      return savedField(editing, action)
    case 'arrived':
      return editing.isEditing ? arrive(editing, action) : editing
    case 'derived':
      return withDerived(editing, action.record, action.fields)
    case 'settled':
      return settle(editing, action.fieldname, action.choice)
    case 'leftBox':
      return leaveBox(editing, action.fieldname)
    case 'rebased':
      return rebase(editing, action.record, action.fields, action.choose)
  }
}

export function isDirty(editing: Editing): boolean {
  return editing.isEditing && Object.keys(editing.changes).length > 0
}

/** The values of a form: the draft over its base. */
export function shownValues(editing: Editing, stored: EntityRecord): EntityRecord {
  if (!editing.isEditing || editing.base === null) return stored
  return { ...editing.base, ...editing.changes, id: editing.base.id }
}

/** Converts the value of a draft to the record's form. */
export type FromInput = (fieldname: string, value: unknown) => unknown

/**
 * Body of the save: the changes, with the id and the `modified` of their base, and as `_base` the values that they replace
 * (reference: http-api, Changing).
 */
export function saveBody(editing: Editing, fromInput: FromInput): Record<string, unknown> {
  return bodyOf(editing, editing.changes, fromInput)
}

/** Body of the save of one field alone. */
export function fieldBody(editing: Editing, fieldname: string, value: unknown, fromInput: FromInput) {
  return bodyOf(editing, { [fieldname]: value }, fromInput)
}

function bodyOf({ base }: Editing, changes: Editing['changes'], fromInput: FromInput): Record<string, unknown> {
  const convert = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.keys(changes).map((name) => [name, fromInput(name, values[name] ?? null)]))
  const body: Record<string, unknown> = { id: base?.id, ...convert(changes) }
  if (base?.modified === undefined) return body
  return { ...body, modified: base.modified, _base: convert(base) }
}

function typed(editing: Editing, fieldname: string, value: unknown): Editing {
  const changes: Record<string, unknown> = { ...editing.changes }
  delete changes[fieldname]
  const isOfField = (key: string) => key === fieldname || key.startsWith(`${fieldname}.`)
  if (!isSameValue(value, editing.base?.[fieldname])) changes[fieldname] = value
  return { ...editing, changes, errors: openErrors(editing.errors, isOfField) }
}

/** Takes the values that the server works out as it stores them: no draft has its own there, so nothing is marked. */
function withDerived(editing: Editing, record: EntityRecord, fields: readonly FieldMeta[]): Editing {
  const { base } = editing
  if (!base) return editing
  const others = fields.filter(
    (field) => isDerived(field) && field.fieldname in record && record[field.fieldname] !== base[field.fieldname],
  )
  if (others.length === 0) return editing
  return {
    ...editing,
    base: { ...base, ...Object.fromEntries(others.map(({ fieldname }) => [fieldname, record[fieldname]])) },
  }
}

// The rest of the draft takes the new `modified`. After a merge it keeps its own, because the record has values of others
// that the draft has not met yet.
function savedField(
  editing: Editing,
  { fieldname, record, isMerged }: Extract<EditingAction, { type: 'savedField' }>,
): Editing {
  if (editing.base === null) return editing
  const { [fieldname]: _saved, ...changes } = editing.changes
  const base: EntityRecord = { ...editing.base, [fieldname]: record[fieldname] }
  if (record.modified !== undefined && !isMerged) base.modified = record.modified
  return { ...editing, base, changes }
}
