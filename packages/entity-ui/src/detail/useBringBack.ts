import { type EntityRecord, type Meta, textOrNull } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { useCallback } from 'react'
import { useEnvironment } from '../environment.ts'
import { tellLosses } from '../undo/tell-losses.ts'
import { notifyWritten } from '../undo/undo-flow.ts'

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
    async ({ entity, id, meta, record }, item) => {
      try {
        const answer = await client.trash.restore(item)
        const title = textOrNull(record?.[meta?.doc_meta.title_field ?? '']) ?? id
        notifyWritten(t, t('{0} was restored.', [title]), { host: client.host, id: answer.operation })
        tellLosses(t, { entity, title, meta }, answer.not_restored)
        return true
      } catch (error) {
        onError(error)
        return false
      }
    },
    [client, onError, t],
  )
}
