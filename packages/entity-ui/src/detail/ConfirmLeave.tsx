import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'

/** Asks before a route is left with a changed draft (reference: screens, Drafts); the app's router decides when to ask. */
export function ConfirmLeave({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <ConfirmDialog
      isDangerous
      message={<Text source="You have unsaved changes." />}
      confirmLabel={<Text source="Discard changes" />}
      cancelLabel={<Text source="Keep editing" />}
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
