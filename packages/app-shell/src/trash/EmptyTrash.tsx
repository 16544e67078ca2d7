import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, ConfirmDialog, Icon, notify } from '@tavla/ui'
import { useState } from 'react'

/**
 * Erases the listed items of managers, after a question with their number. A list that is narrowed by anything but one
 * entity has no such step, because the server empties the trash of an entity or all of it.
 */
export function EmptyTrash() {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  const [state, store] = useEntity('Trash Item')
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const { meta, status, filters, searchText, listInfo } = state
  const { ref_entity: entity = null, ...others } = filters
  const isWhole = searchText.trim() === '' && Object.keys(others).length === 0
  const canErase = meta?.doc_meta.permissions.delete === 1 && (entity === null || typeof entity === 'string')
  if (!canErase || !isWhole || status !== 'ready' || listInfo.totalCount === 0) return null

  const empty = async () => {
    setPending(true)
    try {
      const count = await client.trash.empty(entity)
      notify(t('Items deleted for ever: {0}', [count]))
      await store.reload()
    } catch (error) {
      onError(error)
    }
    setPending(false)
    setAsking(false)
  }
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className="empty-trash"
        icon={<Icon name="delete" size="small" />}
        onClick={() => setAsking(true)}
      >
        <Text source="Empty Trash" />
      </Button>
      {isAsking && (
        <ConfirmDialog
          isDangerous
          reversal="never"
          isPending={isPending}
          message={<Text source="Items to delete for ever: {0}" args={[listInfo.totalCount]} />}
          confirmLabel={<Text source="Empty Trash" />}
          onConfirm={() => void empty()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
