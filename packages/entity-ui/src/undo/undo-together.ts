import { type TabOperation, undoOperation } from '@tavla/client'
import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { notifyWritten } from './undo-flow.ts'
import { undoOffered } from './undo-offered.ts'
import { tellUndoRefused } from './undo-run.ts'
import { showUndoWindow } from './undo-window.ts'
import { doneText, stepBack } from './undo-words.ts'

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
  const { label, hasKey } = stepBack(turned)
  const action = { label: t(label), onAction: () => void undoTogether(t, undoing, turned), hasKey }
  notify(t(doneText(turned), [records]), { action, duration: undoOffered })
}
