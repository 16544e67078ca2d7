import { limits, needsConfirmation } from '@tavla/contract'
import type { Context } from '../people/actor.ts'

/**
 * Requires a call to name what it changes in `confirm`, and to say why in `reason`; both stand in the versions that the
 * call writes from then on (reference: http-api, Confirmation).
 * @throws Problem 409 ConfirmationError
 */
export function requireConfirmation(
  { operation }: Pick<Context, 'operation'>,
  expected: string,
  sent: Readonly<Record<string, unknown>>,
): void {
  const { confirm } = sent
  const reason = typeof sent.reason === 'string' ? sent.reason.trim() : ''
  const isReason = reason.length >= limits.shortestReason && reason.length <= limits.longestReason
  if (confirm !== expected || !isReason) throw needsConfirmation(expected)
  operation.confirmed = { confirm, reason }
}
