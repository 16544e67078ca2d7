import { createListeners, type TabOperation } from '@tavla/client'
import type { UndoAnswer } from '@tavla/contract'

/** The window about an undo: the question before it, with the numbers of a dry run, or its outcome. */
export interface UndoWindowState {
  kind: 'question' | 'outcome'
  operation: TabOperation
  answer: UndoAnswer
}

let shown: UndoWindowState | null = null
const changes = createListeners()

export function showUndoWindow(state: UndoWindowState | null): void {
  shown = state
  changes.tell()
}

export const shownUndoWindow = (): UndoWindowState | null => shown

export const watchUndoWindow = changes.listen
