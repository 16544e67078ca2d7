import { type ApiError, statusOf } from '@tavla/client'

/** What a window shows whose fields can't be read, and the next step that it offers: English source text. */
interface MetaFailure {
  kind: 'noRight' | 'notFound' | 'failed'
  step: 'Reload' | 'Retry'
}

/** Tells a refusal and an entity that is gone from a call that went wrong. */
export function metaFailure(error: ApiError): MetaFailure {
  const status = statusOf(error)
  if (status === 'denied') return { kind: 'noRight', step: 'Reload' }
  return status === 'missing' ? { kind: 'notFound', step: 'Reload' } : { kind: 'failed', step: 'Retry' }
}
