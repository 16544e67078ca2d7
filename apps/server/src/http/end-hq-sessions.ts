import { badRequest, limits } from '@tavla/contract'
import type { Site } from '../site.ts'

/**
 * Ends the sessions that a person of HQ began here with tokens made before `before` (UTC), and refuses those tokens. HQ
 * calls this when the person has left or lost access.
 * @throws Problem 400
 */
export async function endHqSessions(
  { security, sessions }: Pick<Site, 'security' | 'sessions'>,
  order: unknown,
): Promise<{ ended: number }> {
  const { user, before } = (order ?? {}) as { user?: unknown; before?: unknown }
  if (typeof user !== 'string' || user === '' || user.length > limits.dataLength) throw badRequest()
  const at = typeof before === 'string' && before.length <= 40 ? millisOf(before) : Number.NaN
  if (Number.isNaN(at)) throw badRequest()
  const ended = await sessions.endOfHq(user, at)
  security.note({ event: 'Sessions Ended', outcome: 'Allowed', account: user, detail: 'HQ' })
  return { ended }
}

/** Rounds up, so that a token made in the same millisecond counts as made before. */
function millisOf(utc: string): number {
  const time = utc.trim().replace(' ', 'T')
  const millis = Date.parse(/Z$|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`)
  return millis + (/\.\d{3}0*[1-9]/.test(time) ? 1 : 0)
}
