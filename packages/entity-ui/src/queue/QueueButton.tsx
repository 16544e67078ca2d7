import { queuedChanges } from '@tavla/client'
import { Button } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { showQueueWindow } from './active-queue.ts'
import { QueueCount } from './QueueCount.tsx'

/** Says in the top bar how many changes wait, and leads to their list (reference: screens, Changes that wait). */
export function QueueButton() {
  const { changes } = useSyncExternalStore(queuedChanges.subscribe, queuedChanges.getSnapshot)
  return (
    // The line around it is read aloud; every single change that is sent would be, too.
    <Button size="small" aria-live="off" onClick={() => showQueueWindow({ kind: 'list' })}>
      <QueueCount changes={changes} />
    </Button>
  )
}
