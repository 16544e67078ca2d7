import { createApi } from '../api.ts'
import type { Client } from '../client.ts'
import { createReadThrottle } from '../read-throttle.ts'
import { timing } from '../timing.ts'
import { viewEntity } from './writes.ts'

/** Numbers of records by view; null where the server leaves a slow one out (reference: http-api, Views). */
export interface ViewCounts {
  /** Of all records. */
  count: number | null
  counts: Readonly<Record<string, number | null>>
}

/**
 * Reads how many records each view of an entity has, all in one call, and again when records or views change: at most
 * every `timing.countsRefetch` milliseconds, until the returned function is called. Without an answer there are none.
 */
export function watchViewCounts(client: Client, entity: string, take: (counts: ViewCounts) => void): () => void {
  const quiet = createApi(client.host, () => undefined)
  let isWatched = true
  const read = async () => {
    const counts = await quiet.get<ViewCounts>('/api/app/views', { entity, counts: 1 }).catch(() => undefined)
    if (isWatched && counts?.counts) take(counts)
  }
  const throttle = createReadThrottle(() => void read(), timing.countsRefetch)
  const stopEvents = client.watchEvents((name, payload) => {
    const { entity: changed } = payload as { entity?: unknown }
    if (name === 'list_update' && (changed === entity || changed === viewEntity)) throttle.schedule()
  })
  const stopJoins = client.watchJoins(throttle.schedule)
  void read()
  return () => {
    isWatched = false
    throttle.stop()
    stopEvents()
    stopJoins()
  }
}
