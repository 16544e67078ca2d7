import type { Client } from '../client.ts'
import type { ListAddress } from '../store/state.ts'
import { openedOwn, openedView } from './view-state.ts'

/**
 * Shows a list that is open already as an address says that was asked for. A view that is not found is gone, or its
 * reader may not see it.
 */
export async function openAddressed(client: Client, entity: string, address: ListAddress): Promise<void> {
  const { settings, views } = client
  const store = client.store(entity)
  const id = address.view || null
  if (id !== null && !views.find(entity, id)) await views.load(entity).catch(() => undefined)
  const { asked, meta } = store.getSnapshot()
  // Another address may have been asked for meanwhile.
  if (!meta || asked !== address) return
  if (id === null) {
    const query = openedOwn(meta, settings.get(entity), address)
    return store.setListView({ asked: null, view: null, viewShown: null, query })
  }
  const saved = views.find(entity, id)
  if (!saved) return store.setListView({ asked: null, view: id, viewShown: null })
  const { view, viewShown, ...query } = openedView(meta, saved, { asked, searchText: '' })
  store.setListView({ asked: null, view, viewShown, query })
}
