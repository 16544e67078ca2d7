import { browserDatabase, hearTabs, rangeOf, tellTabs } from '../store/browser/index.ts'
import type { QueuedChange } from '../waiting.ts'

/** Origin of the site, and the user: nobody else sees these changes. */
export type Owner = readonly [site: string, user: string]

type Changes = readonly QueuedChange[]

const told = 'queue'

/** The changes that this browser keeps for a user, in order. @throws DOMException where it keeps nothing */
export async function readQueue([site, user]: Owner): Promise<Changes> {
  return (await browserDatabase()).getAll('queue', rangeOf(site, user))
}

/**
 * Changes what is kept, in one transaction, and tells the other tabs. `change` gets the changes as they stand and may
 * add some at the end, whose place it leaves open.
 * @throws DOMException where this browser keeps nothing, or has no room left
 */
export async function changeQueue([site, user]: Owner, change: (changes: Changes) => Changes): Promise<Changes> {
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
  tellTabs(told, [site, user])
  return after
}

/** Calls `listener` when another tab has changed what is kept, until the returned function is called. */
export const watchQueue = ([site, user]: Owner, listener: () => void): (() => void) =>
  hearTabs((what, about) => {
    if (what !== told) return
    const [ofSite, ofUser] = about as Owner
    if (ofSite === site && ofUser === user) listener()
  })

/** A change without a place goes behind all others. */
function placed(changes: Changes): Changes {
  let last = 0
  return changes.map((one) => {
    const place = one.place > 0 ? one.place : last + 1
    last = Math.max(last, place)
    return place === one.place ? one : { ...one, place }
  })
}
