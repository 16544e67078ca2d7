import { queuedChanges } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { showQueueWindow } from './active-queue.ts'

/** Says in the top bar how many changes wait, and leads to their list (reference: screens, Changes that wait). */
export function QueueButton() {
  const { changes } = useSyncExternalStore(queuedChanges.subscribe, queuedChanges.getSnapshot)
  const waiting = changes.filter(({ state }) => state !== 'refused').length
  return (
    // The line around it is read aloud; every single change that is sent would be, too.
    <Button size="small" aria-live="off" onClick={() => showQueueWindow({ kind: 'list' })}>
      {waiting > 0 ? (
        <Text source="Changes waiting to be sent: {0}" args={[waiting]} />
      ) : (
        <Text source="Changes that could not be sent: {0}" args={[changes.length]} />
      )}
    </Button>
  )
}
