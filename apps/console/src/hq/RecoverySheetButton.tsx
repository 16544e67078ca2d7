import { showError } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { Text } from '@tavla/i18n/react'
import { Button, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'

const RecoverySheet = lazyPart(() => import('./RecoverySheet.tsx'), 'window')

interface RecoverySheetButtonProps {
  /** False for a key that nobody has confirmed to keep: the sheet asks for that. */
  isSaved: boolean
  onSaved?: () => void
}

interface RevealedKey {
  key: string
}

/** Shows the recovery key on a sheet (reference: hosting, Backups). */
export function RecoverySheetButton({ isSaved, onSaved }: RecoverySheetButtonProps) {
  const [key, setKey] = useState<string | null>(null)
  const reveal = async () => {
    try {
      setKey((await client.entities.runAction<RevealedKey>('HQ Settings', 'HQ Settings', 'reveal_recovery_key')).key)
    } catch (error) {
      showError(error)
    }
  }
  return (
    <>
      <Button icon={<Icon name="key" />} onClick={() => void reveal()}>
        <Text source="Recovery Sheet" />
      </Button>
      {key !== null && (
        <Suspense fallback={null}>
          <RecoverySheet recoveryKey={key} isSaved={isSaved} onSaved={() => onSaved?.()} onClose={() => setKey(null)} />
        </Suspense>
      )}
    </>
  )
}
