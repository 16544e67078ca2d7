import { Text } from '@tavla/i18n/react'
import { Button, ConfirmDialog } from '@tavla/ui'

interface ConfirmLeaveProps {
  onLeave: () => void
  onStay: () => void
  /** Leaves and keeps the changes; absent where the browser doesn't keep all of them. */
  onKeep?: (() => void) | undefined
}

/** Asks before a route is left with a changed draft (reference: screens, Drafts); the app's router decides when to ask. */
export function ConfirmLeave({ onLeave, onStay, onKeep }: ConfirmLeaveProps) {
  const message = <Text source="You have unsaved changes." />
  const cancelLabel = <Text source="Keep editing" />
  const discard = <Text source="Discard changes" />
  if (!onKeep) {
    return (
      <ConfirmDialog
        isDangerous
        message={message}
        reversal="never"
        confirmLabel={discard}
        cancelLabel={cancelLabel}
        onConfirm={onLeave}
        onCancel={onStay}
      />
    )
  }
  return (
    <ConfirmDialog
      message={message}
      reversal={null}
      confirmLabel={<Text source="Keep for Later" />}
      cancelLabel={cancelLabel}
      otherAnswer={
        <Button variant="danger" onClick={onLeave}>
          {discard}
        </Button>
      }
      onConfirm={onKeep}
      onCancel={onStay}
    />
  )
}
