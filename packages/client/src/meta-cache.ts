import type { Meta } from '@tavla/contract'
import { entityPath } from './calls/entities.ts'
import { type ErrorCallback, queryResponse } from './request.ts'

/**
 * Entity metadata by name, asked for once and again only after `invalidate`, then by ETag (reference: metadata, Meta).
 */
export interface MetaCache {
  /** Throws ApiError: 403 without read right, 404 for an unknown entity. Quiet: without telling the error callback. */
  get(entity: string, options?: { isQuiet: boolean }): Promise<Meta>
  /** What is known already, without asking. */
  peek(entity: string): Meta | undefined
  /** Forgets that the copy is current; the next `get` asks whether it still is. */
  invalidate(entity: string): void
  /** Forgets everything, for another user. */
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
        // A failed question is not an answer: ask again next time.
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
