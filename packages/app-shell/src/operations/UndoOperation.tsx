import { questionUndo, useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useState } from 'react'

/** Takes the open operation back, after a window that says for how many records; or says why it cannot be. */
export function UndoOperation() {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [{ activeEntity: operation }, store] = useEntity('Operation Log')
  const [isPending, setPending] = useState(false)
  if (!operation) return null
  const isUndo = operation.kind === 'Undo'
  const ask = async () => {
    setPending(true)
    await questionUndo(t, { host: client.host, id: operation.id }, () => {
      void store.reload()
      void store.reloadRecord()
    })
    setPending(false)
  }
  return (
    <>
      {operation.can_undo === 1 && (
        <Button
          icon={<Icon name={isUndo ? 'redo' : 'undo'} size="small" />}
          isPending={isPending}
          onClick={() => void ask()}
        >
          <Text source={isUndo ? 'Redo' : 'Undo'} />
        </Button>
      )}
      {typeof operation.undo_reason === 'string' && <span className="operation-hidden">{operation.undo_reason}</span>}
    </>
  )
}
