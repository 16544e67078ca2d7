import { noteAnswer } from '@tavla/client'

/** Time within which a server must answer, in milliseconds. */
const patience = 5000

/** Checks whether our server answers, and notes the result. */
export async function findServer(): Promise<boolean> {
  const answer = await fetch('/api/health/live', { signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  const isThere = answer?.ok === true
  noteAnswer('', isThere)
  return isThere
}
