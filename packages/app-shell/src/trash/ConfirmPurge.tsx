import { textOrNull } from '@tavla/contract'
import { type ConfirmDeleteProps, useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'

/** Asks before the open item is erased. */
export function ConfirmPurge({ id, isPending, onConfirm, onCancel }: ConfirmDeleteProps) {
  const [{ activeEntity: item }] = useEntity('Trash Item')
  const name = textOrNull(item?.title) ?? textOrNull(item?.ref_id) ?? id
  return (
    <ConfirmDialog
      isDangerous
      reversal="never"
      isPending={isPending}
      message={<Text source="Are you sure you want to delete {id}?" args={{ id: name }} />}
      confirmLabel={<Text source="Delete for Ever" />}
      onConfirm={() => onConfirm()}
      onCancel={onCancel}
    />
  )
}
