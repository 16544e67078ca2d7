import { ApiError, justWritten, lastChangeOf, type TabOperation } from '@tavla/client'
import type { I18n } from '@tavla/i18n/react'
import { addPart, loadPart, notify } from '@tavla/ui'
import { tellWaiting } from '../queue/queue-parts.ts'
import { undoOffered } from './undo-offered.ts'
import { showUndoWindow } from './undo-window.ts'

type Steps = typeof import('./undo-run.ts')

/** The first screen offers undo; the code that does it follows. */
const load = (): Promise<Steps> => import('./undo-run.ts')
addPart(load)

/** Runs a step of an undo; where its code cannot be loaded, a window says so, and offers to try again. */
export function runUndo(step: (steps: Steps) => void): void {
  loadPart(load).then(step, (cause: unknown) => {
    const error = new ApiError(0, null, { message: 'This needs a connection.', cause })
    showUndoWindow({ kind: 'refused', error, retry: () => runUndo(step) })
  })
}

/**
 * Tells what became of a write of a record: it was done and can be taken back, or it waits to be sent. Returns a
 * function that withdraws the notice.
 */
export function tellWritten(t: I18n['t'], text: string, entity: string, id: string): () => void {
  const change = lastChangeOf(entity, id)
  if (!change) return notifyWritten(t, text, justWritten())
  tellWaiting(change)
  return () => undefined
}

/**
 * Tells that something was written, and offers to take it back. `onUndone` reads anew on a screen that follows no live
 * events. Returns a function that withdraws the notice.
 */
export function notifyWritten(
  t: I18n['t'],
  text: string,
  operation: TabOperation | undefined,
  onUndone?: () => void,
): () => void {
  const action = operation && {
    label: t('Undo'),
    onAction: () => runUndo((steps) => void steps.undoNow(t, operation, onUndone)),
  }
  return notify(text, { tone: 'success', duration: undoOffered, ...(action && { action }) })
}
