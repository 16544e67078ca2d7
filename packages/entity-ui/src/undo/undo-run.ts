import { isUnanswered, type TabOperation, toApiError, undoOperation } from '@tavla/client'
import type { UndoAnswer } from '@tavla/contract'
import type { I18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { undoOffered } from './undo-offered.ts'
import { showUndoWindow } from './undo-window.ts'
import { doneText, stepBack } from './undo-words.ts'

/** Takes an operation back, but asks first where a changed definition would lose data. `onDone` runs after each undo. */
export async function undoNow(t: I18n['t'], operation: TabOperation, onDone?: () => void): Promise<void> {
  if (!operation.isDefinition) return carryOut(t, operation, { onDone })
  await askWhere(t, operation, ({ losses }) => losses !== undefined, onDone)
}

interface AskOptions {
  /** Asks about a single record, too. */
  isAlwaysAsked?: boolean
  onDone?: () => void
}

/** As `undoNow`, but an operation over several records is asked about first, with the numbers of a dry run. */
export async function askUndo(t: I18n['t'], operation: TabOperation, options: AskOptions = {}): Promise<void> {
  const { isAlwaysAsked = false, onDone } = options
  const asks = ({ count, skipped, losses }: UndoAnswer) =>
    isAlwaysAsked || count > 1 || skipped.length > 0 || losses !== undefined
  await askWhere(t, operation, asks, onDone)
}

/** Asks before an operation is taken back where `asks` says so, with the numbers of a dry run. */
export async function askWhere(
  t: I18n['t'],
  operation: TabOperation,
  asks: (plan: UndoAnswer) => boolean,
  onDone?: () => void,
): Promise<void> {
  try {
    const answer = await undoOperation(operation, { isDryRun: true })
    if (asks(answer)) showUndoWindow({ kind: 'question', operation, answer, onDone })
    else await carryOut(t, operation, { onDone })
  } catch (error) {
    tellUndoRefused(error, () => void askWhere(t, operation, asks, onDone))
  }
}

interface CarryOutOptions {
  /** The person accepts the losses that the window listed. */
  isLossConfirmed?: boolean
  onDone?: (() => void) | undefined
}

/** Takes an operation back, and says how far, or why not. */
export async function carryOut(t: I18n['t'], operation: TabOperation, options: CarryOutOptions = {}): Promise<void> {
  const { isLossConfirmed = false, onDone } = options
  try {
    const answer = await undoOperation(operation, { isLossConfirmed })
    const { operation: id, undone, skipped } = answer
    onDone?.()
    if (id !== null) {
      const { label, hasKey } = stepBack(answer.kind)
      const { version: _, ...whole } = operation
      const onAction = () => void undoNow(t, { ...whole, id }, onDone)
      const action = { label: t(label), onAction, hasKey }
      notify(t(doneText(answer.kind), [undone]), { action, duration: undoOffered })
    }
    if (skipped.length > 0) showUndoWindow({ kind: 'outcome', operation, answer })
  } catch (error) {
    tellUndoRefused(error, () => void carryOut(t, operation, options))
  }
}

/** Tells why an undo failed; one without an answer can be tried again. */
export function tellUndoRefused(failure: unknown, retry: () => void): void {
  const error = toApiError(failure)
  showUndoWindow({ kind: 'refused', error, retry: isUnanswered(error) ? retry : undefined })
}
