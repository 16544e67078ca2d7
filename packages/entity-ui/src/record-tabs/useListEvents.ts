import { screen } from '@tavla/contract'
import { useEffect } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * Calls `onChange` when records of an entity come, change or go, or may have before the connection stood; once for several
 * that come together (contract 4.4).
 */
export function useListEvents(entity: string, onChange: () => void): void {
  const { client } = useEnvironment()
  useEffect(() => {
    const leave = client.live.watchList(entity)
    let timer: ReturnType<typeof setTimeout> | undefined
    const changeSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        onChange()
      }, screen.listRefetch)
    }
    const stops = [
      client.watchEvents((name, payload) => {
        if (name === 'list_update' && (payload as { entity?: unknown }).entity === entity) changeSoon()
      }),
      client.watchJoins(changeSoon),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      leave()
    }
  }, [client, entity, onChange])
}
