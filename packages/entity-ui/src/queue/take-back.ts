import { lastOperation, lastUndo, type QueuedChange } from '@tavla/client'
import { t } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { undoOffered } from '../undo/undo-offered.ts'
import { activeQueue } from './active-queue.ts'
import { forgetTakenBack, noteTakenBack } from './taken-back.ts'

const nothing = (): void => undefined

/** How the change that was taken back last is given back, until something else was written or undone. */
let last = { after: '', redo: undefined as (() => void) | undefined }

/**
 * Takes a change back that has not reached the server, and offers it again (reference: screens, Changes that wait). Of one
 * that may have reached it, the answer to its undo tells.
 */
export async function takeBackChange(change: QueuedChange): Promise<void> {
  noteTakenBack(change)
  const gone = (await activeQueue()?.takeBack(change.operation)) ?? []
  if (!gone.some(({ operation }) => operation === change.operation)) return
  if (change.state === 'waiting') offerRedo(change, gone)
  else notify(t('Changes discarded'), { action: { label: t('Undo'), onAction: () => giveBack(gone) } })
}

/** Says that a change was taken back, and offers to make it again. */
export function offerRedo(change: QueuedChange, gone: readonly QueuedChange[]): void {
  let withdraw = nothing
  const redo = () => {
    withdraw()
    last.redo = undefined
    giveBack(gone)
  }
  const action = { label: t('Redo'), onAction: redo, hasKey: false }
  withdraw = notify(t('Undone. Records: {0}', [change.ids.length]), { action, duration: undoOffered })
  last = { after: written(), redo }
}

/** Takes back the last change of this tab if it waits and nothing was written since; false if there is none. */
export function undoLastWaiting(): boolean {
  const change = activeQueue()?.lastOfTab()
  // The ids sort by time.
  if (!change || change.operation < (lastOperation()?.id ?? '')) return false
  void takeBackChange(change).catch(console.error)
  return true
}

/** Makes the change again that was taken back last; false if there is none. */
export function redoLastWaiting(): boolean {
  if (!last.redo || last.after !== written()) return false
  last.redo()
  return true
}

function giveBack(changes: readonly QueuedChange[]): void {
  for (const change of changes) forgetTakenBack(change)
  void activeQueue()?.giveBack(changes).catch(console.error)
}

const written = () => `${lastOperation()?.id} ${lastUndo()?.id}`
