import { Text } from '@tavla/i18n/react'
import { ConfirmDialog } from '@tavla/ui'
import type { KeptCounts } from '../boot/kept-of-user.ts'

interface ConfirmSignOutProps {
  kept: KeptCounts
  onConfirm: () => void
  onCancel: () => void
}

/** Says what signing out removes from this browser, before it does (reference: screens, Session end). */
export default function ConfirmSignOut({ kept, onConfirm, onCancel }: ConfirmSignOutProps) {
  return (
    <ConfirmDialog
      isDangerous
      message={
        <Text
          source="Unsaved drafts: {0}. Changes not sent yet: {1}."
          args={[String(kept.drafts), String(kept.queued)]}
        />
      }
      reversal="never"
      confirmLabel={<Text source="Logout" />}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  )
}
