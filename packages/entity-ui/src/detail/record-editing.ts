import type { EntityRecord } from '@tavla/contract'
import { isSameValue } from './same-value.ts'

/** The user's changes to a record, and the record at the start of editing. */
export interface Editing {
  isEditing: boolean
  /** The stored record that the draft is based on; the next save sends its `modified`. */
  base: EntityRecord | null
  /** Drafted values by fieldname, only those that differ from `base`. */
  changes: Readonly<Record<string, unknown>>
  /** Messages beside fields, and by `rowErrorKey` in the rows of tables. */
  errors: Readonly<Record<string, string>>
  /** Number of refused saves. */
  refusals: number
  /** The user who changed the stored record in the meantime, so that a save would be refused. */
  changedBy: string | null
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
  | { type: 'savedField'; fieldname: string; record: EntityRecord }

export const notEditing: Editing = {
  isEditing: false,
  base: null,
  changes: {},
  errors: {},
  refusals: 0,
  changedBy: null,
}

/**
 * The states of a detail form (reference: screens, Drafts). Nothing is merged silently: a draft keeps its base until it
 * is saved, discarded or reloaded.
 */
export function reduceEditing(editing: Editing, action: EditingAction): Editing {
  switch (action.type) {
    case 'began':
      return { ...notEditing, isEditing: true, base: action.record }
    case 'restored':
      return { ...notEditing, isEditing: true, base: action.base, changes: action.changes }
    case 'typed':
      return typed(editing, action.fieldname, action.value)
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
      return savedField(editing, action.fieldname, action.record)
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

/** Body of the save: the changes, with the id and the `modified` of their base. */
export function saveBody(editing: Editing, fromInput: (fieldname: string, value: unknown) => unknown) {
  const body: Record<string, unknown> = { id: editing.base?.id }
  if (editing.base?.modified !== undefined) body.modified = editing.base.modified
  for (const [fieldname, value] of Object.entries(editing.changes)) body[fieldname] = fromInput(fieldname, value)
  return body
}

function typed(editing: Editing, fieldname: string, value: unknown): Editing {
  const changes: Record<string, unknown> = { ...editing.changes }
  delete changes[fieldname]
  const isOfField = (key: string) => key === fieldname || key.startsWith(`${fieldname}.`)
  const errors = Object.fromEntries(Object.entries(editing.errors).filter(([key]) => !isOfField(key)))
  if (!isSameValue(value, editing.base?.[fieldname])) changes[fieldname] = value
  return { ...editing, changes, errors }
}

// The rest of the draft takes the new `modified`, or its own save would be refused as stale.
function savedField(editing: Editing, fieldname: string, record: EntityRecord): Editing {
  if (editing.base === null) return editing
  const { [fieldname]: _saved, ...changes } = editing.changes
  const base: EntityRecord = { ...editing.base, [fieldname]: record[fieldname] }
  if (record.modified !== undefined) base.modified = record.modified
  return { ...editing, base, changes }
}
