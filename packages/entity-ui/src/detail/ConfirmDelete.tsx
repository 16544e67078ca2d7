import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'

export interface ConfirmDeleteProps {
  id: string
  isPending: boolean
  /** `query` is added to the call. */
  onConfirm: (query?: Readonly<Record<string, unknown>>) => void
  onCancel: () => void
}

/**
 * Asks before a record is deleted: Enter confirms, Escape cancels, the focus starts on Confirm
 * (reference: screens, Detail form).
 */
export function ConfirmDelete({ id, onConfirm, ...rest }: ConfirmDeleteProps) {
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="Are you sure you want to delete {id}?" args={{ id }} />}
      confirmLabel={<Text source="Confirm" />}
      onConfirm={() => onConfirm()}
      {...rest}
    />
  )
}
