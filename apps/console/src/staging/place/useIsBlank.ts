import { isNarrowed, useEnvironment } from '@tavla/entity-ui'
import { useMemo, useSyncExternalStore } from 'react'

/** True when none of the entities has a record to choose. */
export function useIsBlank(entities: readonly string[]): boolean {
  const { client } = useEnvironment()
  const key = entities.join('\n')
  const { subscribe, isBlank } = useMemo(() => {
    const stores = key.split('\n').map((entity) => client.store(entity))
    return {
      subscribe(listener: () => void) {
        const stops = stores.map((store) => store.subscribe(listener))
        return () => {
          for (const stop of stops) stop()
        }
      },
      isBlank: () =>
        stores.every((store) => {
          const state = store.getSnapshot()
          return state.status === 'ready' && state.listInfo.totalCount === 0 && !isNarrowed(state)
        }),
    }
  }, [client, key])
  return useSyncExternalStore(subscribe, isBlank)
}
