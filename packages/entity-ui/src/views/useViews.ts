import type { SavedView } from '@tavla/client'
import { viewEntity } from '@tavla/client/views'
import { useEffect, useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'

/** The views of an entity's list that this person may use, current while others change them; undefined before the first reading. */
export function useViews(entity: string): readonly SavedView[] | undefined {
  const { client } = useEnvironment()
  const { views, live } = client
  useEffect(() => {
    // Without an answer the list has no views; it works as ever.
    const read = () => void views.load(entity).catch(() => undefined)
    read()
    const leave = live.watchList(viewEntity)
    const stopEvents = client.watchEvents((name, payload) => {
      if (name === 'list_update' && (payload as { entity?: unknown }).entity === viewEntity) read()
    })
    const stopJoins = client.watchJoins(read)
    return () => {
      leave()
      stopEvents()
      stopJoins()
    }
  }, [client, views, live, entity])
  return useSyncExternalStore(views.watch, () => views.peek(entity))
}
