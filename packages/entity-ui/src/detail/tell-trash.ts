import { type EntityRecord, type Meta, textOrNull } from '@tavla/contract'
import type { useI18n } from '@tavla/i18n/react'
import { tellWritten } from '../undo/undo-flow.ts'

/** Says that a deleted record went to the trash, unless its entity has none. */
export function tellTrash(
  t: ReturnType<typeof useI18n>['t'],
  meta: Meta | null,
  record: EntityRecord | null | undefined,
): void {
  if (!record || meta?.doc_meta.has_trash !== 1) return
  const title = meta.doc_meta.title_field ? record[meta.doc_meta.title_field] : null
  tellWritten(t, t('{0} was moved to the trash.', [textOrNull(title) ?? record.id]), meta.id, record.id)
}
