import { Problem } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import type { SecurityEventName, SecurityNote } from '../site.ts'
import { callerOf } from './caller.ts'

interface AccountEvents {
  done: SecurityEventName
  /** The event when the caller is refused. */
  refused: SecurityEventName
  /** The account name as the caller typedText it. */
  account?: string | undefined
  /** Reads the account's user from the answer. */
  userOf?: (answer: never) => string
}

/** Runs `work` on an account and writes its outcome to the security log. A fault of the server is not logged there. */
export async function noteOutcome<T>(
  request: FastifyRequest,
  events: AccountEvents,
  work: () => T | Promise<T>,
): Promise<T> {
  const { account } = events
  try {
    const answer = await work()
    const user = events.userOf?.(answer as never)
    noteAccount(request, { event: events.done, outcome: 'Allowed', ...(account && { account }), ...(user && { user }) })
    return answer
  } catch (error) {
    if (error instanceof Problem && error.status < 500) {
      const event = error.status === 429 ? 'Locked' : events.refused
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

/** The first of the values that is a text, as it was sent, cut to 280 characters. */
export const typedText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.slice(0, 280)
