import type { Client } from '@tavla/client'
import { openQueue, queuedCalls, queuedLinks, queuedNames } from '@tavla/client/queue'
import type { Meta, SessionInfo } from '@tavla/contract'
import { t } from '@tavla/i18n/react'
import { siteOf } from '../drafts/site-of.ts'
import { tellCannotKeep } from '../drafts/useCannotKeep.ts'
import { draftValues } from '../new-record/draft-values.ts'
import { siteClock } from '../site-clock.ts'
import { activeQueue, setActiveQueue } from './active-queue.ts'
import { QueueBar } from './QueueBar.tsx'
import { QueueButton } from './QueueButton.tsx'
import { QueueLayer } from './QueueLayer.tsx'
import { tellAnswer, tellExpired, tellWaiting } from './queue-news.ts'
import { setQueueParts } from './queue-parts.ts'
import { redoLastWaiting, undoLastWaiting } from './take-back.ts'

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
  const shown = { Button: QueueButton, Bar: QueueBar, Layer: QueueLayer, tell: tellWaiting }
  setQueueParts({ ...shown, undo: undoLastWaiting, redo: redoLastWaiting })
  const queue = await openQueue({
    client,
    owner: [siteOf(client), user],
    onAnswer: (change, answer) => tellAnswer(client, change, answer),
    onCannotKeep: () => tellCannotKeep(t),
    onExpired: tellExpired,
  })
  const now = siteClock(session)
  const defaultsOf = (meta: Meta) => draftValues(meta.doc_meta.fields, {}, { now, user })
  const surroundings = { queue, client, mayWait, now, defaultsOf }
  setActiveQueue(queue)
  client.replaceCalls((entity, calls) => queuedCalls(surroundings, entity, calls))
  const { entities } = client
  const { suggestLinks, resolveLinks } = entities
  entities.suggestLinks = queuedLinks(client, suggestLinks)
  entities.resolveLinks = queuedNames(client, resolveLinks)
  return () => {
    if (activeQueue() === queue) {
      client.replaceCalls(undefined)
      Object.assign(entities, { suggestLinks, resolveLinks })
      setActiveQueue(undefined)
    }
    queue.stop()
  }
}

/** Tries to send at once, such as after the person has signed in again. */
export const wakeQueue = (): void => activeQueue()?.wake()
