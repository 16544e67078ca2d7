import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { useDeletionReversal } from './useDeletionReversal.ts'

export interface ConfirmDeleteProps {
  id: string
  /** 1 when the record goes to the trash; undefined while that is not known. */
  hasTrash?: 0 | 1 | undefined
  isPending: boolean
  /** `query` is added to the call. */
  onConfirm: (query?: Readonly<Record<string, unknown>>) => void
  onCancel: () => void
}

/**
 * Asks before a record is deleted, and says whether it can come back: Enter confirms, Escape cancels, the focus starts on Confirm
 * (reference: screens, Detail form).
 */
export function ConfirmDelete({ id, hasTrash, onConfirm, ...rest }: ConfirmDeleteProps) {
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="Are you sure you want to delete {id}?" args={{ id }} />}
      reversal={useDeletionReversal(hasTrash)}
      onConfirm={() => onConfirm()}
      {...rest}
    />
  )
}
