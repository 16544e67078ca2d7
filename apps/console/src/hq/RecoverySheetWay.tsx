import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { RecoverySheetButton } from './RecoverySheetButton.tsx'
import { useRecoveryKeySaved } from './useRecoveryKeySaved.ts'
import '../backups/backups.css'

/** The way from the backups to the recovery key, with the reason as long as nobody has saved it. */
export function RecoverySheetWay() {
  const isSaved = useRecoveryKeySaved() !== false
  return (
    <div className="recovery-way">
      {!isSaved && (
        <p className="backups-note">
          <Icon name="warning" size="small" />
          <Text source="Save the recovery key. Without it no backup can be read." />
        </p>
      )}
      <RecoverySheetButton isSaved={isSaved} />
    </div>
  )
}
