import { Problem } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import type { SecurityEventName, SecurityNote } from '../site.ts'
import { callerOf } from './caller.ts'

interface Noted {
  done: SecurityEventName
  /** In place of `done` where the caller is refused. */
  refused: SecurityEventName
  /** As somebody typed it. */
  account?: string | undefined
  /** Whose account it was, as the answer tells. */
  userOf?: (answer: never) => string
}

/** Does something with an account, and tells the security log how it ended. A fault of the server is no event. */
export async function noted<T>(request: FastifyRequest, what: Noted, work: () => T | Promise<T>): Promise<T> {
  const { account } = what
  try {
    const answer = await work()
    const user = what.userOf?.(answer as never)
    noteAccount(request, { event: what.done, outcome: 'Allowed', ...(account && { account }), ...(user && { user }) })
    return answer
  } catch (error) {
    if (error instanceof Problem && error.status < 500) {
      const event = error.status === 429 ? 'Locked' : what.refused
      noteAccount(request, { event, outcome: 'Refused', ...(account && { account }) })
    }
    throw error
  }
}

export function noteAccount(request: FastifyRequest, note: SecurityNote): void {
  const user = request.session?.user
  const own = { caller: callerOf(request), requestId: request.id, ...(user && { user }) }
  request.server.site.security.note({ ...own, ...note })
}

/** A text of a body as it was sent. */
export const typed = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.slice(0, 280)
