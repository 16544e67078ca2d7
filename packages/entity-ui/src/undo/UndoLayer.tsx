import { lastOperation, lastUndo, trackOperations } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { lazyPart, useShortcut } from '@tavla/ui'
import { Suspense, useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'
import { stepOfQueue } from '../queue/queue-parts.ts'
import { runUndo } from './undo-flow.ts'
import { shownUndoWindow, watchUndoWindow } from './undo-window.ts'

const UndoWindow = lazyPart(() => import('./UndoWindow.tsx'), 'window')

trackOperations()

/** The keys of undo and redo, and their window (reference: screens, Undo); an app renders it once. */
export function UndoLayer() {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const state = useSyncExternalStore(watchUndoWindow, shownUndoWindow)
  useShortcut(
    'Mod+Z',
    () => {
      if (client.isEditing() || stepOfQueue('undo')) return
      const operation = lastOperation()
      if (operation) runUndo(({ askUndo }) => void askUndo(t, operation))
    },
    { label: t('Undo the last change') },
  )
  useShortcut(
    'Mod+Shift+Z',
    () => {
      if (client.isEditing() || stepOfQueue('redo')) return
      const operation = lastUndo()
      if (operation) runUndo(({ undoNow }) => void undoNow(t, operation))
    },
    { label: t('Redo') },
  )
  if (state === null) return null
  return (
    <Suspense fallback={null}>
      <UndoWindow state={state} />
    </Suspense>
  )
}
