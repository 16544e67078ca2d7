import { type ApiError, toApiError } from '@tavla/client'
import type { RestoreChoice, RestoredRecord, TrashItem } from '@tavla/contract'
import { notifyWritten, tellLosses, useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'
import { RestoreWindow } from './RestoreWindow.tsx'
import { useTrashedMeta } from './useTrashedMeta.ts'

/**
 * Brings the open item's record back and opens it. Where its id or a value is taken, a window asks for another; what did
 * not come back is listed in a window over the record.
 */
export function RestoreStep({ onRestored }: { onRestored: (path: string | undefined) => void }) {
  const { t } = useI18n()
  const { client, recordPath, onError } = useEnvironment()
  const [{ activeEntity }, store] = useEntity('Trash Item')
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const item = activeEntity as TrashItem | null
  const meta = useTrashedMeta(item?.ref_entity ?? '')?.meta
  if (!item || item.can_restore === 0) return null

  const tell = (answer: RestoredRecord) => {
    const title = item.title || answer.id
    notifyWritten(t, t('{0} was restored.', [title]), { host: client.host, id: answer.operation })
    tellLosses(t, { entity: item.ref_entity, title, meta }, answer.not_restored)
    onRestored(recordPath(answer.entity, answer.id))
  }
  const restore = async (choice: RestoreChoice) => {
    if (isPending) return
    setPending(true)
    try {
      tell(await store.runLastAction<RestoredRecord>(item.id, 'restore', choice))
    } catch (error) {
      const problem = toApiError(error)
      if (refusal || problem.type === 'DuplicateEntryError') setRefusal(problem)
      else onError(error)
      setPending(false)
    }
  }
  return (
    <>
      <Button
        variant="primary"
        icon={<Icon name="undo" size="small" />}
        disabled={item.can_restore === undefined}
        isPending={isPending}
        onClick={() => void restore({})}
      >
        <Text source="Restore" />
      </Button>
      {refusal && meta && (
        <RestoreWindow
          {...{ item, meta, refusal, isPending }}
          onRestore={(choice) => void restore(choice)}
          onClose={() => setRefusal(null)}
        />
      )}
    </>
  )
}
