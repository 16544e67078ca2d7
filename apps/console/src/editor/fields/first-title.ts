import { type EntityRecord, textOf } from '@tavla/contract'
import { fieldUi, readRows } from '@tavla/entity-ui'
import type { FieldRow } from '../field-row.ts'

/**
 * The title field that a new entity gets: its first text field, whose name it follows until the user chooses another
 * one. Undefined if there is nothing to set.
 */
export function firstTitle(stored: EntityRecord, draft: EntityRecord, rows: readonly FieldRow[]): string | undefined {
  if (draft.type !== 'Document' || readRows(stored.fields).length > 0 || textOf(stored.title_field) !== '') return
  const [current, before, now] = [textOf(draft.title_field), firstText(readRows(draft.fields)), firstText(rows)]
  return (current === '' || current === before) && current !== now ? now : undefined
}

const firstText = (rows: readonly FieldRow[]): string =>
  textOf(
    rows.find(({ fieldname, fieldtype }) => fieldUi(textOf(fieldtype)).isTitle && textOf(fieldname) !== '')?.fieldname,
  )
