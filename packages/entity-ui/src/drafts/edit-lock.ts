import { type DraftKey, hearTabs, tellTabs } from '@tavla/client/browser'

/** Messages between tabs about one draft: a tab began to edit it, and a tab asks the editing one to hand it over. */
const began = 'editing'
const wanted = 'edit here'

/** Milliseconds that a tab waits for the editing one to hand over; a frozen tab never does. */
const patience = 2000

const nameOf = (key: DraftKey): string => ['tavla draft', ...key].join('\n')

// Only pages of a secure context have locks.
const locks = (): LockManager | undefined => globalThis.navigator?.locks

/** The editing of this tab, until its lock is given back. */
const own = new Map<string, Promise<void>>()

interface Holder {
  /** Another tab edits the draft already. */
  onRefused: () => void
  /** Another tab asks for the draft, or has taken it. */
  onWanted: () => void
}

/** Makes this tab the one that edits the draft, until the returned function is called. */
export function holdDraft(key: DraftKey, { onRefused, onWanted }: Holder): () => void {
  const name = nameOf(key)
  const { promise: end, resolve: release } = Promise.withResolvers<void>()
  let isOver = false
  /** False if another tab has the lock. */
  const hold = async (lock: Lock | null): Promise<boolean> => {
    if (isOver) return true
    if (!lock) return false
    tellTabs(began, name)
    await end
    return true
  }
  const take = async () => {
    // A tab that waits for the end of an editing has the lock for a moment when it ends, and does not edit.
    while ((await locks()?.request(name, { ifAvailable: true }, hold)) === false) {
      if (isOver) return
      if (await isEdited(name)) return onRefused()
    }
  }
  // The lock was taken away.
  const lose = () => !isOver && onWanted()
  const ended = take()
    .catch(lose)
    .then(() => {
      if (own.get(name) === ended) own.delete(name)
    })
  own.set(name, ended)
  const stop = hearTabs((what, about) => what === wanted && about === name && onWanted())
  return () => {
    isOver = true
    stop()
    release()
  }
}

/** Tells whether another tab edits the draft, until the returned function is called. */
export function watchHolder(key: DraftKey, tell: (isElsewhere: boolean) => void): () => void {
  const name = nameOf(key)
  const over = new AbortController()
  const look = async () => {
    // This tab's own editing may have ended only now.
    await own.get(name)
    if (!(await isEdited(name)) || over.signal.aborted) return
    tell(true)
    // Granted when the other tab ends its editing, or itself ends.
    await locks()?.request(name, { mode: 'shared', signal: over.signal }, () => tell(false))
  }
  const lookQuietly = () => void look().catch(() => undefined)
  lookQuietly()
  const stop = hearTabs((what, about) => what === began && about === name && lookQuietly())
  return () => {
    stop()
    over.abort()
  }
}

/** Asks the tab that edits the draft to hand it over, and resolves when it has, or after a wait. */
export async function askForDraft(key: DraftKey): Promise<void> {
  const name = nameOf(key)
  tellTabs(wanted, name)
  const nothing = () => undefined
  try {
    await locks()?.request(name, { signal: AbortSignal.timeout(patience) }, nothing)
  } catch {
    await locks()?.request(name, { steal: true }, nothing)
  }
}

/** True while a tab edits the draft under this name; those that wait for its end share the lock. */
async function isEdited(name: string): Promise<boolean> {
  const held = (await locks()?.query())?.held ?? []
  return held.some((lock) => lock.name === name && lock.mode === 'exclusive')
}
