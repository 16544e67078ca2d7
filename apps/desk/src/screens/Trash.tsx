import RecordPanel, { type RecordPanelProps } from '@tavla/app-shell/record-panel'
import { RecordsScreen } from '@tavla/app-shell/records'
import { useEntity, useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, notify } from '@tavla/ui'
import { useState } from 'react'
import { trashPath } from '../paths.ts'

/** The deleted records that the user may see, newest first (reference: screens, Trash). */
export default function Trash({ id }: { id: string | undefined }) {
  return (
    <RecordsScreen
      entity="Trash Item"
      id={id}
      baseRoute={trashPath}
      Panel={TrashPanel}
      isFixed
      emptyText="The trash is empty"
    />
  )
}

const TrashPanel = (props: RecordPanelProps) => <RecordPanel {...props} actions={<RestoreRecord />} />

/** Brings the open item's record back, and opens it. */
function RestoreRecord() {
  const { t } = useI18n()
  const { client, navigate, recordPath, onError } = useEnvironment()
  const [{ activeEntity: item }, store] = useEntity('Trash Item')
  const [isPending, setPending] = useState(false)
  if (item?.can_restore !== 1) return null
  const restore = async () => {
    setPending(true)
    try {
      const back = await client.entities.runAction<{ entity: string; id: string }>('Trash Item', item.id, 'restore')
      notify(t('{0} was restored.', [typeof item.title === 'string' ? item.title : back.id]))
      void store.reload()
      navigate(recordPath(back.entity, back.id) ?? trashPath)
    } catch (error) {
      onError(error)
      setPending(false)
    }
  }
  return (
    <Button icon={<Icon name="undo" size="small" />} isPending={isPending} onClick={() => void restore()}>
      <Text source="Restore" />
    </Button>
  )
}
