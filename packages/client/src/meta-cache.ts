import type { Meta } from '@tavla/contract'
import { entityPath } from './calls/entities.ts'
import { type ErrorCallback, queryResponse } from './request.ts'

/**
 * A cache of entity metadata by name; fetches again only after `invalidate`, then with the ETag (reference:
 * metadata, Meta).
 */
export interface MetaCache {
  /** Throws ApiError: 403 without read right, 404 for an unknown entity. `isQuiet` leaves out the error callback. */
  get(entity: string, options?: { isQuiet: boolean }): Promise<Meta>
  /** The cached meta, without a request. */
  peek(entity: string): Meta | undefined
  /** Marks the copy as stale; the next `get` revalidates it. */
  invalidate(entity: string): void
  /** Clears the cache, for another user. */
  clear(): void
}

interface Entry {
  meta?: Meta
  etag?: string
  asking?: Promise<Meta>
}

export function createMetaCache(host: string, onError?: ErrorCallback): MetaCache {
  const entries = new Map<string, Entry>()

  const ask = async (entity: string, known: Entry | undefined, isQuiet: boolean): Promise<Meta> => {
    const tell = isQuiet ? () => undefined : onError
    const { response, body } = await queryResponse<Meta>('GET', `${entityPath(entity)}/meta`, {
      host,
      ...(tell && { onError: tell }),
      ...(known?.etag && { headers: { 'If-None-Match': known.etag } }),
    })
    return response.status === 304 && known?.meta ? known.meta : remember(entity, body, response.headers.get('ETag'))
  }

  const remember = (entity: string, meta: Meta, etag: string | null) => {
    const entry = entries.get(entity)
    if (entry) {
      entry.meta = meta
      if (etag) entry.etag = etag
    }
    return meta
  }

  return {
    get(entity, { isQuiet } = { isQuiet: false }) {
      const known = entries.get(entity)
      if (known?.asking) return known.asking
      const entry: Entry = { ...known }
      const asking = ask(entity, known, isQuiet)
      entry.asking = asking
      entries.set(entity, entry)
      asking.catch(() => {
        // Failed requests are not cached: the next call tries again.
        if (entry.asking === asking) delete entry.asking
      })
      return asking
    },
    peek: (entity) => entries.get(entity)?.meta,
    invalidate(entity) {
      const known = entries.get(entity)
      if (!known) return
      const { asking: _, ...rest } = known
      entries.set(entity, rest)
    },
    clear: () => entries.clear(),
  }
}
