import { type TabOperation, undoOperation } from '@tavla/client'
import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { notifyWritten, tellUndoRefused, undoOffered } from './undo-flow.ts'
import { showUndoWindow } from './undo-window.ts'

/** Tells of a write of one or several operations, which one step takes back together. */
export function notifyBlock(t: I18n['t'], text: string, operations: readonly TabOperation[]): void {
  const [first, ...others] = operations
  if (others.length === 0) return void notifyWritten(t, text, first)
  const action = { label: t('Undo'), onAction: () => void undoTogether(t, operations, 'Redo') }
  notify(text, { tone: 'success', duration: undoOffered, action })
}

/** Takes operations back, the last one first, and says how far. */
async function undoTogether(t: I18n['t'], operations: readonly TabOperation[], next: 'Undo' | 'Redo'): Promise<void> {
  const rest = [...operations]
  const undoing: TabOperation[] = []
  let records = 0
  for (let last = rest.pop(); last; last = rest.pop()) {
    const operation = last
    try {
      const answer = await undoOperation(operation)
      records += answer.undone
      if (answer.operation !== null) undoing.push({ ...operation, id: answer.operation })
      if (answer.skipped.length > 0) showUndoWindow({ kind: 'outcome', operation, answer })
    } catch (error) {
      tellUndoRefused(error, () => void undoTogether(t, [...rest, operation], next))
      break
    }
  }
  if (undoing.length === 0) return
  const turned = next === 'Redo' ? 'Undo' : 'Redo'
  const action = { label: t(next), onAction: () => void undoTogether(t, undoing, turned) }
  notify(t('Undone. Records: {0}', [records]), { action, duration: undoOffered })
}
