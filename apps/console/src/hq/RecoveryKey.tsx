import { useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { RecoverySheetButton } from './RecoverySheetButton.tsx'
import '../staging/jobs/jobs.css'

/** Says that the recovery key has to be saved, and leads to its sheet. */
export function RecoveryKey() {
  const [{ activeEntity }, store] = useEntity('HQ Settings')
  const isSaved = activeEntity?.recovery_key_saved === 1
  return (
    <div className="recovery-key">
      {!isSaved && (
        <p className="place-note" data-tone="warning" data-box>
          <Icon name="warning" />
          <span>
            <Text source="Save the recovery key. Without it no backup can be read." />
          </span>
        </p>
      )}
      <RecoverySheetButton isSaved={isSaved} onSaved={() => void store.reloadRecord()} />
    </div>
  )
}
