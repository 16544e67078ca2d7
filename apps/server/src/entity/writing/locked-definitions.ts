import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'

/** The entities whose records say how a site works; where people depend on it, they are closed until somebody unlocks them. */
const locked: readonly unknown[] = ['Entity', 'System Settings']

/**
 * Refuses a change of the site's definitions or settings while they are locked (reference: hosting, Environments). The
 * server's own work, a dry run, and a call that says why by itself pass.
 * @throws Problem 409 ConfirmationError
 */
export function requireUnlocked(engine: Engine, ctx: Context, entity: unknown): void {
  if (ctx.system || ctx.isDryRun || ctx.operation.confirmed || !locked.includes(entity)) return
  engine.requireUnlocked(ctx)
}
