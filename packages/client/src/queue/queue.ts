import { newOperationId } from '../calls/operations.ts'
import type { Client } from '../client.ts'
import { needOfConnection } from '../need-of-connection.ts'
import { isUnanswered } from '../unanswered.ts'
import { type QueuedChange, queuedChanges } from '../waiting.ts'
import { tellNeedOfConnection } from './needs-connection.ts'
import { type Answer, afterAnswer, mustWait, nextChange, replacedBy, unexpired } from './order.ts'
import { type Owner, type QueueBrowser, queueBrowser, type SentChange } from './queue-browser.ts'
import { createSender } from './sender.ts'
import { hearClock, queryWithClock, serverNow } from './server-clock.ts'
import { showAgain, showSent } from './show.ts'
import { type StepsBack, stepsBack } from './steps-back.ts'

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
  /** So many changes needed a person for 14 days, and are no longer kept. */
  onExpired(count: number): void
  browser?: QueueBrowser
}

/** The writes of a person, and those of them that wait for the server (reference: screens, Changes that wait). */
export interface Queue extends StepsBack {
  readonly user: string
  /**
   * Sends a change, or queues it: after others, or when no answer came. Resolves with the answer, or with `standIn` for a
   * queued change. `canWait` is false for what must not be kept on this browser.
   * @throws ApiError
   */
  write(change: QueuedChange, standIn: unknown, canWait: boolean): Promise<unknown>
  /** The last change of this tab that is still to be sent. */
  lastOfTab(): QueuedChange | undefined
  /** Sends a change with other values in the place of one that clashed. */
  decide(operation: string, decided: Pick<QueuedChange, 'call' | 'values' | 'base'>): Promise<void>
  /** Tries to send at once, such as after the person has signed in again. */
  wake(): void
  /** Forgets the changes on screen; what is kept stays. */
  stop(): void
}

/** Takes up the changes that this browser keeps for the owner. */
export async function openQueue(options: QueueOptions): Promise<Queue> {
  const { client, owner, onAnswer, onCannotKeep, onExpired, browser = queueBrowser(owner) } = options
  const { host } = client
  let isOver = false

  const show = (changes: Changes) => !isOver && queuedChanges.set({ changes })
  const change = async (work: (changes: Changes) => Changes, sent?: SentChange) =>
    show(await browser.change(work, sent))

  /** The changes that other tabs have sent, until they are gone here. */
  const sentElsewhere = new Map<string, SentChange>()

  const showOutcome = (one: QueuedChange, sent: SentChange | undefined) => {
    if (sent && sent.records.length > 0) showSent(client, one, sent.records)
    else showAgain(client, one)
  }

  const settle = async (one: QueuedChange, answer: Answer) => {
    const sent = answer.kind === 'sent' ? { change: one, records: answer.records } : undefined
    await change((changes) => afterAnswer(changes, one.operation, answer, serverNow()), sent)
    if (isOver) return
    // The person may have taken it back meanwhile.
    const isUndoing = find(one.operation)?.state === 'undoing'
    showOutcome(one, isUndoing ? undefined : sent)
    if (!isUndoing) onAnswer(one, answer)
  }

  const claim = async ({ operation }: QueuedChange) => {
    let isClaimed = false
    await change((changes) =>
      changes.map((one) => {
        if (one.operation !== operation || one.state !== 'waiting') return one
        isClaimed = true
        return one.isTried ? one : { ...one, isTried: true }
      }),
    )
    return isClaimed
  }

  const sender = createSender({
    ...{ host, browser, claim },
    user: owner[1],
    lock: ['tavla queue', ...owner].join('\n'),
    next: async () => nextChange(await browser.read()),
    onAnswer: settle,
  })

  /** The operation ids of the changes that were made in this tab. */
  const ofTab = new Set<string>()

  const keep = async (added: QueuedChange) => {
    try {
      await change((changes) => [...changes, added])
      ofTab.add(added.operation)
    } catch (error) {
      onCannotKeep()
      throw error
    }
    sender.begin(added.isTried)
  }

  const sendNow = async ({ operation, call: { method, path, body } }: QueuedChange, canWait: boolean) => {
    const headers = { 'Operation-Id': operation }
    return queryWithClock(method, path, { host, body, headers, ...(canWait && { timeout: patience }) })
  }

  const takeUp = async () => {
    const before = queuedChanges.getSnapshot().changes
    const changes = await browser.read()
    show(changes)
    const isAsIn = (others: Changes) => (one: QueuedChange) =>
      others.some(({ operation, state }) => operation === one.operation && state === one.state)
    // Of both, since a change that is gone was shown, too.
    const gone = before.filter((one) => !isAsIn(changes)(one))
    const fresh = changes.filter((one) => !isAsIn(before)(one))
    for (const one of [...gone, ...fresh]) {
      showOutcome(one, sentElsewhere.get(one.operation))
      sentElsewhere.delete(one.operation)
    }
    if (changes.length > 0) sender.begin(false)
  }

  const expire = async () => {
    const before = await browser.read()
    const after = await browser.change((changes) => unexpired(changes, serverNow()))
    if (after.length < before.length) onExpired(before.length - after.length)
  }

  const stopWatching = browser.watch((sent) => {
    if (sent) sentElsewhere.set(sent.change.operation, sent)
    else void takeUp().catch(() => undefined)
  })
  const endExplaining = tellNeedOfConnection(client.api)
  void hearClock({ host, onError: () => undefined }).catch(() => undefined)
  // A browser that keeps nothing has none.
  await expire()
    .then(takeUp)
    .catch(() => undefined)

  return {
    user: owner[1],
    ...stepsBack({ client, change, isOver: () => isOver, begin: () => sender.begin(false) }),
    lastOfTab: () =>
      queuedChanges.getSnapshot().changes.findLast((one) => one.state === 'waiting' && ofTab.has(one.operation)),
    async write(added, standIn, canWait) {
      const { changes } = queuedChanges.getSnapshot()
      if (canWait && mustWait(changes, added)) {
        const isKept = await keep(added).then(
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
        await keep({ ...added, isTried: true }).catch(() => {
          throw error
        })
        return standIn
      }
    },
    async decide(operation, decided) {
      const fresh = { operation: newOperationId(), at: serverNow(), state: 'waiting', isTried: false } as const
      const cleared = { message: null, theirs: null, keptUntil: null }
      await change((changes) => {
        const clashed = changes.find((one) => one.operation === operation)
        if (!clashed) return changes
        return replacedBy(changes, operation, { ...clashed, ...decided, ...fresh, ...cleared })
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

const find = (operation: string): QueuedChange | undefined =>
  queuedChanges.getSnapshot().changes.find((one) => one.operation === operation)
