import { type TabOperation, undoOperation } from '@tavla/client'
import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { showUndoWindow } from './undo-window.ts'

/** How long a notice offers Undo, in milliseconds (reference: screens, Undo). */
const offeredFor = 8000

/** Takes an operation back, and says how far; failed calls are shown by the error window. `onDone` runs after each. */
export async function undoNow(t: I18n['t'], operation: TabOperation, onDone?: () => void): Promise<void> {
  try {
    const answer = await undoOperation(operation)
    const { operation: id, undone, skipped } = answer
    onDone?.()
    if (id !== null) {
      const label = t(answer.kind === 'Undo' ? 'Redo' : 'Undo')
      const onAction = () => void undoNow(t, { host: operation.host, id }, onDone)
      notify(t('Undone. Records: {0}', [undone]), { action: { label, onAction }, duration: offeredFor })
    }
    if (skipped.length > 0) showUndoWindow({ kind: 'outcome', operation, answer })
  } catch {
    // The error window has shown the refusal.
  }
}

/** As `undoNow`, but an operation over several records is asked about first, with the numbers of a dry run. */
export async function askUndo(t: I18n['t'], operation: TabOperation): Promise<void> {
  try {
    const answer = await undoOperation(operation, true)
    if (answer.count === 1 && answer.skipped.length === 0) await undoNow(t, operation)
    else showUndoWindow({ kind: 'question', operation, answer })
  } catch {
    // The error window has shown the refusal.
  }
}

/**
 * Tells that something was written, and offers to take it back. `onUndone` reads anew on a screen that follows no live
 * events.
 */
export function notifyWritten(
  t: I18n['t'],
  text: string,
  operation: TabOperation | undefined,
  onUndone?: () => void,
): void {
  const action = operation && { label: t('Undo'), onAction: () => void undoNow(t, operation, onUndone) }
  notify(text, { tone: 'success', duration: offeredFor, ...(action && { action }) })
}
