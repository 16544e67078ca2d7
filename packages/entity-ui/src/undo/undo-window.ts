import { type ApiError, createListeners, type TabOperation } from '@tavla/client'
import type { UndoAnswer } from '@tavla/contract'

/** A value or record that stayed as it was, with its name and the reason. */
export interface LeftOut {
  name: string
  message: string
  /** When somebody changed it since. */
  at?: string | undefined
}

/** The window about an undo: the question before it, with the numbers of a dry run, or its outcome. */
interface UndoTold {
  kind: 'question' | 'outcome'
  operation: TabOperation
  answer: UndoAnswer
  /** Runs after the undo. */
  onDone?: (() => void) | undefined
}

/** The window about a record that came back, but not wholly. */
interface RestoreTold {
  kind: 'restored'
  title: string
  lost: readonly LeftOut[]
}

/** The window about an undo that was refused. */
interface RefusalTold {
  kind: 'refused'
  error: ApiError
  /** Sends the same undo again, where no answer came. */
  retry: (() => void) | undefined
}

export type UndoWindowState = UndoTold | RestoreTold | RefusalTold

let shown: UndoWindowState | null = null
const changes = createListeners()

export function showUndoWindow(state: UndoWindowState | null): void {
  shown = state
  changes.tell()
}

export const shownUndoWindow = (): UndoWindowState | null => shown

export const watchUndoWindow = changes.listen
