import { createListeners } from '../../listeners.ts'
import { browserDatabase } from './database.ts'
import type { DraftKey, KeptDraft } from './schema.ts'
import { hearTabs, tellTabs } from './tabs.ts'

/** Milliseconds after which a draft is removed. */
const keptFor = 14 * 86_400_000

const told = 'draft'

interface Told {
  key: DraftKey
  isKept: boolean
}

const changes = createListeners<[key: DraftKey, isKept: boolean]>(() =>
  hearTabs((what, about) => {
    if (what !== told) return
    const { key, isKept } = about as Told
    changes.tell(key, isKept)
  }),
)

/** Calls `listener` when a draft is kept or removed, in any tab, until the returned function is called. */
export const watchDrafts = changes.listen

/** @throws DOMException where this browser keeps nothing */
export async function readDraft(key: DraftKey): Promise<KeptDraft | undefined> {
  return (await browserDatabase()).get('drafts', key)
}

/** @throws DOMException where this browser keeps nothing, or has no room left */
export async function keepDraft(key: DraftKey, draft: KeptDraft): Promise<void> {
  const change = (await browserDatabase()).transaction('drafts', 'readwrite')
  // A page that goes away would not end the transaction by itself.
  const written = change.store.put(draft, key)
  change.commit()
  await Promise.all([written, change.done])
  tell(key, true)
}

/** @throws DOMException where this browser keeps nothing */
export async function removeDraft(key: DraftKey): Promise<void> {
  await (await browserDatabase()).delete('drafts', key)
  tell(key, false)
}

/** The keys of all drafts that this browser keeps, of every site and user. @throws DOMException */
export async function draftKeys(): Promise<DraftKey[]> {
  return (await browserDatabase()).getAllKeys('drafts')
}

/** Removes the drafts of all users that are older than 14 days. @throws DOMException */
export async function removeOldDrafts(now = Date.now()): Promise<void> {
  const database = await browserDatabase()
  const change = database.transaction('drafts', 'readwrite')
  for await (const cursor of change.store) if (cursor.value.at < now - keptFor) await cursor.delete()
  await change.done
}

function tell(key: DraftKey, isKept: boolean): void {
  changes.tell(key, isKept)
  tellTabs(told, { key, isKept } satisfies Told)
}
