import { queuedChanges } from '@tavla/client'
import { lazyPart } from '@tavla/ui'
import { Suspense, useSyncExternalStore } from 'react'
import { queueWindow, showQueueWindow } from './active-queue.ts'
import { QueueWindow } from './QueueWindow.tsx'

const ClashWindow = lazyPart(() => import('./ClashWindow.tsx'), 'window')

/** The windows of the changes that wait; an app renders it while there are some. */
export function QueueLayer() {
  const { changes } = useSyncExternalStore(queuedChanges.subscribe, queuedChanges.getSnapshot)
  const { open } = useSyncExternalStore(queueWindow.subscribe, queueWindow.getSnapshot)
  const clashed = open?.kind === 'clash' && changes.find(({ operation }) => operation === open.operation)
  return (
    <>
      {open?.kind === 'list' && <QueueWindow changes={changes} onClose={close} />}
      {/* A boundary of its own: a window that waited inside would hide the list, whose end would close both. */}
      <Suspense fallback={null}>
        {clashed && <ClashWindow key={clashed.operation} change={clashed} onClose={close} />}
      </Suspense>
    </>
  )
}

const close = () => showQueueWindow(null)
