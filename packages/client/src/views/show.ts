import type { Client } from '../client.ts'
import type { SavedView } from './cache.ts'
import { ownShown, soundShown } from './view-state.ts'

/** Shows a list as a view says; null shows the person's own list. */
export function showView(client: Client, entity: string, view: SavedView | null): void {
  const store = client.store(entity)
  const { meta } = store.getSnapshot()
  if (!meta) return
  const shown = view && soundShown(meta, view)
  store.setListView({
    view: view?.id ?? null,
    viewShown: shown,
    query: shown ?? ownShown(meta, client.settings.get(entity)),
  })
}

/** Keeps a list as it is, under another view or under none. */
export function keepView(client: Client, entity: string, view: SavedView | null): void {
  const store = client.store(entity)
  const { meta } = store.getSnapshot()
  store.setListView({ view: view?.id ?? null, viewShown: view && meta && soundShown(meta, view) })
}
