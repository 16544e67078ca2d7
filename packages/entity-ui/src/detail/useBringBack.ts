import { type EntityRecord, type Meta, textOrNull } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useCallback } from 'react'
import { useEnvironment } from '../environment.ts'
import { notifyWritten } from '../undo/undo-flow.ts'
import { showUndoWindow } from '../undo/undo-window.ts'

/** A deleted record, and its item in the trash if this user may restore it. */
export interface DeletedRecord {
  entity: string
  id: string
  meta: Meta | null
  /** Its last values, if they are known. */
  record: EntityRecord | null
}

/**
 * Returns a function that brings a deleted record back from the trash, and resolves to true when it is there again. Its
 * notice offers Undo, and a window lists what did not come back. A failure is shown.
 */
export function useBringBack(): (deleted: DeletedRecord, item: string) => Promise<boolean> {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  return useCallback(
    async ({ id, meta, record }, item) => {
      try {
        const answer = await client.trash.restore(item)
        const title = textOrNull(record?.[meta?.doc_meta.title_field ?? '']) ?? id
        notifyWritten(t, t('{0} was restored.', [title]), { host: client.host, id: answer.operation })
        const nameOf = (fieldname: string | null) =>
          t(meta?.doc_meta.fields.find((field) => field.fieldname === fieldname)?.label ?? fieldname ?? id)
        const lost = answer.not_restored.map((one) => ({ name: nameOf(one.fieldname), message: one.message }))
        if (lost.length > 0) showUndoWindow({ kind: 'restored', title, lost })
        return true
      } catch (error) {
        onError(error)
        return false
      }
    },
    [client, onError, t],
  )
}
