import { type ApiError, statusOf } from '@tavla/client'

/** The message of a window whose fields can't be read, and its next step: English source text. */
interface MetaFailure {
  kind: 'noRight' | 'notFound' | 'failed'
  step: 'Reload' | 'Retry'
}

/** Distinguishes a refusal and a missing entity from a failed call. */
export function metaFailure(error: ApiError): MetaFailure {
  const status = statusOf(error)
  if (status === 'denied') return { kind: 'noRight', step: 'Reload' }
  return status === 'missing' ? { kind: 'notFound', step: 'Reload' } : { kind: 'failed', step: 'Retry' }
}
