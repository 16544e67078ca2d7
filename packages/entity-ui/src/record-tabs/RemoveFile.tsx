import type { FieldMeta } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { useState } from 'react'
import { useDeletionReversal } from '../detail/useDeletionReversal.ts'
import { useEnvironment } from '../environment.ts'

interface RemoveFileProps {
  id: string
  name: string
  /** The field that shows the file, if one does. */
  field: FieldMeta | undefined
  onRemoved: () => void
  onClose: () => void
}

/** Asks before a file is removed, and warns if a field of the record shows it. */
export function RemoveFile({ id, name, field, onRemoved, onClose }: RemoveFileProps) {
  const { client, onError } = useEnvironment()
  const reversal = useDeletionReversal(1)
  const [isPending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    try {
      await client.files.remove(id)
      onRemoved()
    } catch (error) {
      onClose()
      onError(error)
    }
  }
  return (
    <ConfirmDialog
      isDangerous
      startsOnConfirm
      isPending={isPending}
      message={<Text source="Are you sure you want to delete {id}?" args={{ id: name }} />}
      reversal={reversal}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {field && (
        <p>
          <Text source="The field {0} shows this file." args={[{ translate: field.label }]} />
        </p>
      )}
    </ConfirmDialog>
  )
}
