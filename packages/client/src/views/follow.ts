import type { Client } from '../client.ts'
import type { SavedView } from './cache.ts'
import { isSameList, isViewChanged } from './content.ts'
import { keepView, showView } from './show.ts'
import { soundShown } from './view-state.ts'

/**
 * Takes a view as it is saved now: a list without own changes shows it anew, one with changes keeps them and differs from
 * the new one. True when somebody else changed what the list shows.
 */
export function followView(client: Client, entity: string, view: SavedView): boolean {
  const state = client.store(entity).getSnapshot()
  const { meta, viewShown } = state
  if (!meta) return false
  const saved = soundShown(meta, view)
  if (viewShown && isSameList(saved, viewShown)) return false
  const isOwn = isSameList(state, saved)
  if (isOwn || isViewChanged(state)) keepView(client, entity, view)
  else showView(client, entity, view)
  return !isOwn && viewShown !== null
}
