import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'

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
  const { trash_days: days } = useEnvironment().session
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="Are you sure you want to delete {id}?" args={{ id }} />}
      confirmLabel={<Text source="Confirm" />}
      onConfirm={() => onConfirm()}
      startsOnConfirm
      {...rest}
    >
      {hasTrash === 0 && (
        <p>
          <Text source="This cannot be undone." />
        </p>
      )}
      {hasTrash === 1 && days !== undefined && (
        <p>
          <Text source="It can be restored from the trash for {0} days." args={[days]} />
        </p>
      )}
    </ConfirmDialog>
  )
}
