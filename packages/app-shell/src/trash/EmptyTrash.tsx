import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, ConfirmDialog, Icon, notify } from '@tavla/ui'
import { useState } from 'react'

/**
 * Erases the items of managers, after a question with the number of those that they may erase, which the list can exceed.
 * A list that is narrowed by anything but one entity has no such step, because the server empties the trash of an entity
 * or all of it.
 */
export function EmptyTrash() {
  const { t } = useI18n()
  const { client, onError } = useEnvironment()
  const [state, store] = useEntity('Trash Item')
  /** The number in the question; null while nothing is asked. */
  const [asked, setAsked] = useState<number | null>(null)
  const [isPending, setPending] = useState(false)
  const { meta, status, filters, searchText, listInfo } = state
  const { ref_entity: entity = null, ...others } = filters
  const isWhole = searchText.trim() === '' && Object.keys(others).length === 0
  const canErase = meta?.doc_meta.permissions.delete === 1 && (entity === null || typeof entity === 'string')
  if (!canErase || !isWhole || status !== 'ready' || listInfo.totalCount === 0) return null

  const run = async (step: () => Promise<void>) => {
    setPending(true)
    await step().catch(onError)
    setPending(false)
  }
  const ask = () =>
    run(async () => {
      const count = await client.trash.countErasable(entity)
      if (count > 0) setAsked(count)
      else notify(t('Items to delete for ever: {0}', [count]))
    })
  const empty = async () => {
    await run(async () => {
      const count = await client.trash.empty(entity)
      notify(t('Items deleted for ever: {0}', [count]))
      await store.reload()
    })
    setAsked(null)
  }
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        className="empty-trash"
        icon={<Icon name="delete" size="small" />}
        isPending={isPending && asked === null}
        onClick={() => void ask()}
      >
        <Text source="Empty Trash" />
      </Button>
      {asked !== null && (
        <ConfirmDialog
          isDangerous
          reversal="never"
          isPending={isPending}
          message={<Text source="Items to delete for ever: {0}" args={[asked]} />}
          confirmLabel={<Text source="Empty Trash" />}
          onConfirm={() => void empty()}
          onCancel={() => setAsked(null)}
        />
      )}
    </>
  )
}
