import { createListeners } from '../../listeners.ts'
import { browserDatabase, rangeOf } from './database.ts'
import type { DraftKey, KeptDraft } from './schema.ts'
import { hearTabs, tellTabs } from './tabs.ts'

/** Milliseconds after which a draft is removed. */
const keptFor = 14 * 86_400_000

const told = 'draft'

const changes = createListeners<[key: DraftKey]>(() =>
  hearTabs((what, about) => what === told && changes.tell(about as DraftKey)),
)

/** Calls `listener` when a draft is kept or removed, in any tab, until the returned function is called. */
export const watchDrafts = changes.listen

/** @throws DOMException where this browser keeps nothing */
export async function readDraft(key: DraftKey): Promise<KeptDraft | undefined> {
  return (await browserDatabase()).get('drafts', key)
}

/** @throws DOMException where this browser keeps nothing, or has no room left */
export async function keepDraft(key: DraftKey, draft: KeptDraft): Promise<void> {
  await (await browserDatabase()).put('drafts', draft, key)
  tell(key)
}

/** @throws DOMException where this browser keeps nothing */
export async function removeDraft(key: DraftKey): Promise<void> {
  await (await browserDatabase()).delete('drafts', key)
  tell(key)
}

/** The keys of a user's drafts at one site, or at all if `site` is absent. @throws DOMException */
export async function draftKeys(user: string, site?: string): Promise<DraftKey[]> {
  const database = await browserDatabase()
  const keys = await database.getAllKeys('drafts', site === undefined ? undefined : rangeOf(site, user))
  return keys.filter((key) => key[1] === user)
}

/** Removes the drafts of all users that are older than 14 days. @throws DOMException */
export async function removeOldDrafts(now = Date.now()): Promise<void> {
  const database = await browserDatabase()
  const change = database.transaction('drafts', 'readwrite')
  for await (const cursor of change.store) if (cursor.value.at < now - keptFor) await cursor.delete()
  await change.done
}

function tell(key: DraftKey): void {
  changes.tell(key)
  tellTabs(told, key)
}
