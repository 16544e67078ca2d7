import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Button, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'
import '../staging/jobs/jobs.css'

const RecoverySheet = lazyPart(() => import('./RecoverySheet.tsx'), 'window')

interface RevealedKey {
  key: string
}

/** Says that the recovery key has to be saved, and shows it on a sheet (reference: hosting, Backups). */
export function RecoveryKey() {
  const [{ activeEntity }, store] = useEntity('HQ Settings')
  const [key, setKey] = useState<string | null>(null)
  const isSaved = activeEntity?.recovery_key_saved === 1
  const reveal = async () => {
    try {
      setKey((await client.entities.runAction<RevealedKey>('HQ Settings', 'HQ Settings', 'reveal_recovery_key')).key)
    } catch (error) {
      showError(error)
    }
  }
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
      <Button icon={<Icon name="key" />} onClick={() => void reveal()}>
        <Text source="Recovery Sheet" />
      </Button>
      {key !== null && (
        <Suspense fallback={null}>
          <RecoverySheet
            recoveryKey={key}
            isSaved={isSaved}
            onSaved={() => void store.reloadRecord()}
            onClose={() => setKey(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
