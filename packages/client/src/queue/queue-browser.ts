import type { EntityRecord } from '@tavla/contract'
import { browserDatabase, hearTabs, rangeOf, tellTabs } from '../store/browser/index.ts'
import type { QueuedChange } from '../waiting.ts'

/** Origin of the site, and the user: nobody else sees these changes. */
export type Owner = readonly [site: string, user: string]

type Changes = readonly QueuedChange[]

/** A change that the server has written, with the records of its answer. */
export interface SentChange {
  change: QueuedChange
  records: readonly EntityRecord[]
}

/** The parts of a browser that the queue of one owner needs. */
export interface QueueBrowser {
  /** The changes that are kept, in order. @throws DOMException where nothing is kept */
  read(): Promise<Changes>
  /**
   * Changes what is kept, in one transaction, and tells the other tabs. `change` gets the changes as they stand and may
   * add some at the end, whose place it leaves open. `sent` tells the other tabs which one was sent.
   * @throws DOMException where nothing is kept, or no room is left
   */
  change(change: (changes: Changes) => Changes, sent?: SentChange): Promise<Changes>
  /**
   * Calls `listener` when another tab has changed what is kept, and with a change before that tab takes it out as sent,
   * until the returned function is called.
   */
  watch(listener: (sent?: SentChange) => void): () => void
  /** True while the person sees this page. */
  isVisible(): boolean
  /** Calls `listener` when the machine finds a network, until `end`. */
  onOnline(listener: () => void, end: AbortSignal): void
}

const told = 'queue'

interface Told {
  site: string
  user: string
  sent: SentChange | undefined
}

/** The browser of this page. */
export const queueBrowser = ([site, user]: Owner): QueueBrowser => ({
  read: async () => (await browserDatabase()).getAll('queue', rangeOf(site, user)),
  async change(change, sent) {
    if (sent) tellTabs(told, { site, user, sent } satisfies Told)
    const work = (await browserDatabase()).transaction('queue', 'readwrite')
    const before = await work.store.getAll(rangeOf(site, user))
    const after = placed(change(before))
    const kept = new Set(after.map(({ place }) => place))
    const gone = before.filter(({ place }) => !kept.has(place))
    const fresh = after.filter((one) => !before.includes(one))
    await Promise.all([
      ...gone.map(({ place }) => work.store.delete([site, user, place])),
      ...fresh.map((one) => work.store.put(one, [site, user, one.place])),
      work.done,
    ])
    if (gone.length + fresh.length > 0) tellTabs(told, { site, user, sent: undefined } satisfies Told)
    return after
  },
  watch: (listener) =>
    hearTabs((what, about) => {
      if (what !== told) return
      const { sent, ...of } = about as Told
      if (of.site === site && of.user === user) listener(sent)
    }),
  isVisible: () => document.visibilityState === 'visible',
  onOnline: (listener, signal) => addEventListener('online', listener, { signal }),
})

/** A change without a place goes behind all others. */
export function placed(changes: Changes): Changes {
  let last = 0
  return changes.map((one) => {
    const place = one.place > 0 ? one.place : last + 1
    last = Math.max(last, place)
    return place === one.place ? one : { ...one, place }
  })
}
