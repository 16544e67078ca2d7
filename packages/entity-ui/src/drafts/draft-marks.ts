import { type Client, createListeners } from '@tavla/client'
import type { DraftKey } from '@tavla/client/browser'
import { use, useCallback, useSyncExternalStore } from 'react'
import { EnvironmentContext } from '../environment.ts'
import { siteOf } from './site-of.ts'

/** The records of which this browser keeps a draft, by site and user. Read once, when the first list is drawn. */
const marked = new Set<string>()
const changes = createListeners()
let hasBegun = false

const markOf = (site: string, user: string, entity: string, id: string) => [site, user, entity, id].join('\n')

/** True if this browser keeps unsaved changes of the record (reference: screens, Drafts). */
export function useDraftMark(entity: string, id: string): boolean {
  const environment = use(EnvironmentContext)
  const user = environment?.session.user ?? ''
  const client = environment?.client
  const read = useCallback(
    () => client !== undefined && marked.has(markOf(siteOf(client), user, entity, id)),
    [client, user, entity, id],
  )
  const watch = useCallback((tell: () => void) => watchMarks(client, user, tell), [client, user])
  return useSyncExternalStore(watch, read, read)
}

function watchMarks(client: Client | undefined, user: string, tell: () => void): () => void {
  if (client && user !== '' && !hasBegun) {
    hasBegun = true
    void begin().catch(() => undefined)
  }
  return changes.listen(tell)
}

/** Loads the browser's stores when rows are drawn, so that they don't delay the first list. */
async function begin(): Promise<void> {
  const { draftKeys, removeOldDrafts, watchDrafts } = await import('@tavla/client/browser')
  await removeOldDrafts()
  for (const key of await draftKeys()) mark(key, true)
  changes.tell()
  watchDrafts((key, isKept) => {
    mark(key, isKept)
    changes.tell()
  })
}

function mark([site, user, kind, entity, id]: DraftKey, isKept: boolean): void {
  if (kind !== 'edit' && kind !== 'definition') return
  if (isKept) marked.add(markOf(site, user, entity, id))
  else marked.delete(markOf(site, user, entity, id))
}
