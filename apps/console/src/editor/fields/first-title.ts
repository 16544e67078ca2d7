import type { EntityRecord } from '@tavla/contract'
import { fieldUi, readRows } from '@tavla/entity-ui'
import { type FieldRow, textOf } from '../field-row.ts'

/**
 * The title that an entity gets with its first fields: the first line of text among them, whose name it follows, until
 * somebody chooses another one. Undefined where there is nothing to set.
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
