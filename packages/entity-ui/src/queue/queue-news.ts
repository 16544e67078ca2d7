import { type Client, type QueuedChange, queuedChanges } from '@tavla/client'
import type { Answer } from '@tavla/client/queue'
import type { UndoAnswer } from '@tavla/contract'
import { t } from '@tavla/i18n/react'
import { announce, notify } from '@tavla/ui'
import { undoOffered } from '../undo/undo-offered.ts'
import { undoNow } from '../undo/undo-run.ts'
import { showUndoWindow } from '../undo/undo-window.ts'
import { showQueueWindow } from './active-queue.ts'
import { reasonOf } from './queue-words.ts'
import { offerRedo, takeBackChange } from './take-back.ts'

const nothing = (): void => undefined

/** The notice that a change waits; it goes when the change does. */
let waiting = { operation: '', withdraw: nothing }
/** The notice of the changes that were refused since the last one waited. */
let refused = { count: 0, withdraw: nothing }
/** The notices of what needs a person, each until its changes are decided. */
const asking = new Set<{ isOf: (change: QueuedChange) => boolean; withdraw: () => void }>()
queuedChanges.subscribe(() => {
  const { changes } = queuedChanges.getSnapshot()
  for (const notice of asking) {
    if (changes.some(notice.isOf)) continue
    notice.withdraw()
    asking.delete(notice)
  }
})
/** Number of changes that were sent since then. */
let sent = 0

/** Says that a change waits; the notice of the one before goes. */
export function tellWaiting(change: QueuedChange): void {
  const { operation } = change
  waiting.withdraw()
  const onAction = () => void takeBackChange(change).catch(console.error)
  waiting = { operation, withdraw: notify(t('Waiting to be sent'), { action: { label: t('Undo'), onAction } }) }
}

/** Says what needs a person. Changes that were sent show themselves, and are announced once for all. */
export function tellAnswer(client: Client, change: QueuedChange, answer: Answer): void {
  const { operation } = change
  if (operation === waiting.operation) waiting.withdraw()
  if (answer.kind === 'sent') sent++
  if (answer.kind === 'clash') {
    const onAction = () => showQueueWindow({ kind: 'clash', operation })
    const withdraw = notify(`${t('Both of you changed this')}: ${change.title || change.ids[0]}`, wayOn(onAction))
    asking.add({ isOf: (one) => one.operation === operation && one.state === 'clash', withdraw })
  }
  if (answer.kind === 'refused') tellRefused(answer.message)
  if (answer.kind === 'taken back') tellUndone(client, change, answer.undone)
  if (answer.kind === 'not taken back') {
    notify(t('This change could not be taken back: {0}', [reasonOf(answer.message, t)]), { tone: 'error' })
  }
  if (queuedChanges.getSnapshot().changes.every(({ state }) => state === 'clash' || state === 'refused')) tellEnd()
}

/** Says that changes which nobody took up are no longer kept. */
export function tellExpired(count: number): void {
  notify(t('Changes that could not be sent and are no longer kept: {0}', [count]), { duration: 20_000 })
}

/** The first refusal with its reason; with the next ones, their number. */
function tellRefused(message: QueuedChange['message']): void {
  refused.withdraw()
  const count = refused.count + 1
  const text =
    count === 1
      ? t('This change could not be sent: {0}', [reasonOf(message, t)])
      : t('Changes that could not be sent: {0}', [count])
  const withdraw = notify(text, { tone: 'error', ...wayOn(() => showQueueWindow({ kind: 'list' })) })
  refused = { count, withdraw }
  asking.add({ isOf: ({ state }) => state === 'refused', withdraw })
}

/** Says that a change was taken back after an attempt, and offers it again; `answer` is null if it never arrived. */
function tellUndone({ host }: Client, change: QueuedChange, answer: UndoAnswer | null): void {
  if (!answer) {
    offerRedo(change, [{ ...change, state: 'waiting', undo: null }])
    return
  }
  const { operation: undo, undone, skipped } = answer
  const show = () => showUndoWindow({ kind: 'outcome', operation: { host, id: change.operation }, answer })
  const onAction = () => undo !== null && void undoNow(t, { host, id: undo })
  const action = { label: t('Redo'), onAction, hasKey: false }
  if (skipped.length === 0) notify(t('Undone. Records: {0}', [undone]), { action, duration: undoOffered })
  else notify(t('Not undone: {0}', [answer.count - undone]), { tone: 'error', ...wayOn(show) })
}

/** Every change has been sent, or needs a person. */
function tellEnd(): void {
  if (sent > 0) announce(t('Changes sent: {0}', [sent]))
  sent = 0
  refused = { count: 0, withdraw: nothing }
}

/** A notice with a way on, which takes nothing back. */
const wayOn = (onAction: () => void) => ({ action: { label: t('Open', [], 'action'), onAction, hasKey: false } })
