import { createReadThrottle } from '@tavla/client'
import { useEffect } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * Calls `onChange` when records of an entity are created, changed or deleted, or may have been before the connection
 * stood; once for several events in quick succession (reference: live-events, In the client).
 */
export function useListEvents(entity: string, onChange: () => void, isWatched = true): void {
  const { client } = useEnvironment()
  useEffect(() => {
    if (!isWatched) return
    const leave = client.live.watchList(entity)
    const throttle = createReadThrottle(onChange)
    const stops = [
      client.watchEvents((name, payload) => {
        if (name === 'list_update' && (payload as { entity?: unknown }).entity === entity) throttle.schedule()
      }),
      client.watchJoins(throttle.schedule),
    ]
    return () => {
      throttle.stop()
      for (const stop of stops) stop()
      leave()
    }
  }, [client, entity, onChange, isWatched])
}
