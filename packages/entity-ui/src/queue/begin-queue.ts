import type { Client, QueuedChange } from '@tavla/client'
import { type Answer, openQueue, queuedCalls, queuedLinks } from '@tavla/client/queue'
import type { Meta, SessionInfo } from '@tavla/contract'
import { t } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { siteOf } from '../drafts/site-of.ts'
import { tellCannotKeep } from '../drafts/useCannotKeep.ts'
import { draftValues } from '../new-record/draft-values.ts'
import { siteClock } from '../site-clock.ts'
import { activeQueue, setActiveQueue, showQueueWindow } from './active-queue.ts'
import { QueueBar } from './QueueBar.tsx'
import { QueueButton } from './QueueButton.tsx'
import { QueueLayer } from './QueueLayer.tsx'
import { setQueueParts } from './queue-parts.ts'
import { reasonOf } from './queue-words.ts'

/**
 * Takes up the changes that this browser keeps for the person on screen, and from now on those writes that get no answer.
 * `mayWait` is false for entities whose changes need a connection. The returned function ends it.
 */
export async function beginQueue(
  client: Client,
  session: SessionInfo,
  mayWait: (entity: string) => boolean,
): Promise<() => void> {
  const { user } = session
  setQueueParts({ Button: QueueButton, Bar: QueueBar, Layer: QueueLayer, tell: tellWaiting })
  const onAnswer = (change: QueuedChange, answer: Answer) => tellAnswer(change, answer)
  const onCannotKeep = () => tellCannotKeep(t)
  const queue = await openQueue({ client, owner: [siteOf(client), user], onAnswer, onCannotKeep })
  const now = siteClock(session)
  const defaultsOf = (meta: Meta) => draftValues(meta.doc_meta.fields, {}, { now, user })
  const surroundings = { queue, client, mayWait, now, defaultsOf }
  setActiveQueue(queue)
  client.replaceCalls((entity, calls) => queuedCalls(surroundings, entity, calls))
  const { entities } = client
  const { suggestLinks } = entities
  entities.suggestLinks = queuedLinks(client, suggestLinks)
  return () => {
    if (activeQueue() === queue) {
      client.replaceCalls(undefined)
      entities.suggestLinks = suggestLinks
      setActiveQueue(undefined)
    }
    queue.stop()
  }
}

/** Tries to send at once, such as after the person has signed in again. */
export const wakeQueue = (): void => activeQueue()?.wake()

let withdraw: () => void = () => undefined

/** Says that a change waits; the notice of the one before goes. */
function tellWaiting({ operation }: QueuedChange): void {
  withdraw()
  const onAction = () => void activeQueue()?.takeBack(operation).catch(console.error)
  withdraw = notify(t('Waiting to be sent'), { action: { label: t('Undo'), onAction } })
}

/** Says what needs a person; what was sent shows itself. */
function tellAnswer({ operation }: QueuedChange, answer: Answer): void {
  if (answer.kind === 'clash') {
    const onAction = () => showQueueWindow({ kind: 'clash', operation })
    notify(t('Both of you changed this'), { action: { label: t('Open', [], 'action'), onAction, hasKey: false } })
  }
  if (answer.kind === 'refused') {
    const onAction = () => showQueueWindow({ kind: 'list' })
    const text = t('This change could not be sent: {0}', [reasonOf(answer.message, t)])
    notify(text, { tone: 'error', action: { label: t('Open', [], 'action'), onAction, hasKey: false } })
  }
}
