import { type Context, requireConfirmation } from '../../../entity/index.ts'
import type { Project } from '../rows.ts'

/**
 * Requires what touches a Production project to be confirmed by its id, with a reason (reference: hosting, Environments);
 * `sent` is the body, the query, or the `data` of an action.
 * @throws Problem 409 ConfirmationError
 */
export function requireProductionReason(
  ctx: Context,
  { id, environment }: Pick<Project, 'id' | 'environment'>,
  sent: Readonly<Record<string, unknown>>,
): void {
  if (environment === 'Production') requireConfirmation(ctx, id, sent)
}
