import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'

/** Asks before files that are on their way are given up with the screen they belong to; the app decides when. */
export function ConfirmStop({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="Files are still being uploaded." />}
      confirmLabel={<Text source="Stop the upload" />}
      cancelLabel={<Text source="Keep uploading" />}
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
