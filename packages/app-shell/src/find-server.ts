import { noteAnswer } from '@tavla/client'

/** How long a server may take to say that it is there, in milliseconds. */
const patience = 5000

/** Asks whether our server answers, and notes it. */
export async function findServer(): Promise<boolean> {
  const answer = await fetch('/api/health/live', { signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  const isThere = answer?.ok === true
  noteAnswer('', isThere)
  return isThere
}
