import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'

/** Asks before running uploads are cancelled with their screen; the app decides when to ask. */
export function ConfirmStop({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="Files are still being uploaded." />}
      reversal="never"
      confirmLabel={<Text source="Stop the upload" />}
      cancelLabel={<Text source="Keep uploading" />}
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
