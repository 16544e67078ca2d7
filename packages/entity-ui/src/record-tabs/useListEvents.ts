import { createNewsPace } from '@tavla/client'
import { useEffect } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * Calls `onChange` when records of an entity are created, changed or deleted, or may have been before the connection
 * stood; once for several events in quick succession (reference: live-events, In the client).
 */
export function useListEvents(entity: string, onChange: () => void): void {
  const { client } = useEnvironment()
  useEffect(() => {
    const leave = client.live.watchList(entity)
    const pace = createNewsPace(onChange)
    const stops = [
      client.watchEvents((name, payload) => {
        if (name === 'list_update' && (payload as { entity?: unknown }).entity === entity) pace.hear()
      }),
      client.watchJoins(pace.hear),
    ]
    return () => {
      pace.stop()
      for (const stop of stops) stop()
      leave()
    }
  }, [client, entity, onChange])
}
