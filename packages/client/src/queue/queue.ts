import type { EntityRecord } from '@tavla/contract'
import { newOperationId } from '../calls/operations.ts'
import type { Client } from '../client.ts'
import { isUnanswered } from '../unanswered.ts'
import { lastChangeOf, type QueuedChange, queuedChanges } from '../waiting.ts'
import { changeQueue, type Owner, readQueue, watchQueue } from './kept-queue.ts'
import { needOfConnection, tellNeedOfConnection } from './needs-connection.ts'
import { type Answer, afterAnswer, mustWait, nextChange, replacedBy, takenBack } from './order.ts'
import { overRecord, shownChanges } from './overlay.ts'
import { createSender } from './sender.ts'
import { hearClock, queryWithClock } from './server-clock.ts'

type Changes = readonly QueuedChange[]

/** Time for the first attempt of a write, in milliseconds; without an answer by then it is queued. */
const patience = 10_000

export interface QueueOptions {
  client: Client
  /** Origin of the site, and the user on screen. */
  owner: Owner
  /** Called after the answer to a queued change. */
  onAnswer(change: QueuedChange, answer: Answer): void
  /** This browser has no room for a change, or forbids it. */
  onCannotKeep(): void
}

/** The writes of a person, and those of them that wait for the server (reference: screens, Changes that wait). */
export interface Queue {
  readonly user: string
  /**
   * Sends a change, or queues it: after others, or when no answer came. Resolves with the answer, or with `standIn` for a
   * queued change. `canWait` is false for what must not be kept on this browser.
   * @throws ApiError
   */
  write(change: QueuedChange, standIn: unknown, canWait: boolean): Promise<unknown>
  /** Removes a change, which is then never sent. */
  takeBack(operation: string): Promise<void>
  /** Sends a change with other values in the place of one that clashed. */
  decide(operation: string, decided: Pick<QueuedChange, 'call' | 'values' | 'base'>): Promise<void>
  /** Tries to send at once, such as after the person has signed in again. */
  wake(): void
  /** Forgets the changes on screen; what is kept stays. */
  stop(): void
}

/** Takes up the changes that this browser keeps for the owner. */
export async function openQueue({ client, owner, onAnswer, onCannotKeep }: QueueOptions): Promise<Queue> {
  const { host } = client
  let isOver = false

  const show = (changes: Changes) => !isOver && queuedChanges.set({ changes })
  const change = async (work: (changes: Changes) => Changes) => show(await changeQueue(owner, work))

  const settle = async (one: QueuedChange, answer: Answer) => {
    await change((changes) => afterAnswer(changes, one.operation, answer))
    if (isOver) return
    if (answer.kind === 'sent') showSent(client, one, answer.records)
    else showAgain(client, one)
    onAnswer(one, answer)
  }

  const sender = createSender({
    host,
    user: owner[1],
    lock: ['tavla queue', ...owner].join('\n'),
    next: async () => nextChange(await readQueue(owner)),
    onAnswer: settle,
  })

  const keep = async (added: QueuedChange, hasFailed: boolean) => {
    try {
      await change((changes) => [...changes, added])
    } catch (error) {
      onCannotKeep()
      throw error
    }
    sender.begin(hasFailed)
  }

  const sendNow = async ({ operation, call: { method, path, body } }: QueuedChange, canWait: boolean) => {
    const headers = { 'Operation-Id': operation }
    return queryWithClock(method, path, { host, body, headers, ...(canWait && { timeout: patience }) })
  }

  const takeUp = async () => {
    const before = queuedChanges.getSnapshot().changes
    const changes = await readQueue(owner)
    show(changes)
    // Of both, since a change that is gone was shown, too.
    for (const one of [...before, ...changes]) showAgain(client, one)
    if (changes.length > 0) sender.begin(false)
  }

  const stopWatching = watchQueue(owner, () => void takeUp().catch(() => undefined))
  const endExplaining = tellNeedOfConnection(client.api)
  void hearClock({ host, onError: () => undefined }).catch(() => undefined)
  // A browser that keeps nothing has none.
  await takeUp().catch(() => undefined)

  return {
    user: owner[1],
    async write(added, standIn, canWait) {
      const { changes } = queuedChanges.getSnapshot()
      if (canWait && mustWait(changes, added)) {
        const isKept = await keep(added, false).then(
          () => true,
          () => false,
        )
        if (isKept) return standIn
      }
      try {
        return await sendNow(added, canWait)
      } catch (error) {
        if (!isUnanswered(error)) throw error
        if (!canWait) throw needOfConnection(error)
        await keep(added, true).catch(() => {
          throw error
        })
        return standIn
      }
    },
    async takeBack(operation) {
      const taken = queuedChanges.getSnapshot().changes.find((one) => one.operation === operation)
      await change((changes) => takenBack(changes, operation))
      if (taken) showTakenBack(client, taken)
      sender.begin(false)
    },
    async decide(operation, { call, values, base }) {
      const fresh = {
        call,
        values,
        base,
        operation: newOperationId(),
        state: 'waiting',
        message: null,
        theirs: null,
      } as const
      const decided = (one: QueuedChange): QueuedChange => ({ ...one, ...fresh })
      await change((changes) => {
        const clashed = changes.find((one) => one.operation === operation)
        return clashed ? replacedBy(changes, operation, decided(clashed)) : changes
      })
      sender.begin(false)
    },
    wake: sender.wake,
    stop() {
      isOver = true
      endExplaining()
      stopWatching()
      sender.stop()
      queuedChanges.set({ changes: [] })
    },
  }
}

/** Shows the records that the server answered, below what still waits. */
function showSent(client: Client, { kind, entity, ids }: QueuedChange, records: readonly EntityRecord[]): void {
  const store = client.store(entity)
  const [own] = ids
  const [made] = records
  if (kind === 'create' && made && own !== undefined && own !== made.id) {
    const renamed = {
      entity,
      id: own,
      action: 'renamed',
      new_id: made.id,
      modified: made.modified ?? null,
      changed: [],
    }
    client.announce('doc_update', { ...renamed, user: made.owner ?? '' })
    client.announce('list_update', { ...renamed, user: made.owner ?? '' })
  }
  if (kind === 'delete') return
  const { changes } = queuedChanges.getSnapshot()
  for (const record of records) store.take(overRecord(shownChanges(changes, entity), record))
}

function showTakenBack(client: Client, change: QueuedChange): void {
  const { kind, entity, ids, base } = change
  const store = client.store(entity)
  const { changes } = queuedChanges.getSnapshot()
  if (kind === 'create') for (const id of ids) store.drop(id)
  else if (base) store.take(overRecord(shownChanges(changes, entity), base))
  showAgain(client, change)
}

/** Lets the stores read the records of a change again. */
function showAgain(client: Client, { kind, entity, ids }: QueuedChange): void {
  client.announce('list_update', { entity, id: null, action: 'updated', new_id: null, modified: null, user: null })
  for (const id of ids) {
    const { isEditing, activeId } = client.store(entity).getSnapshot()
    // A form in edit mode has met its own change already.
    if (isEditing && activeId === id) continue
    const action = kind === 'create' && !lastChangeOf(entity, id) ? 'deleted' : 'updated'
    client.announce('doc_update', { entity, id, action, new_id: null, modified: null, user: '', changed: [] })
  }
}
