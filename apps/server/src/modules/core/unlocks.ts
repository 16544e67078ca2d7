import { needsConfirmation, refused } from '@tavla/contract'
import { type Context, createIn, requireConfirmation } from '../../entity/index.ts'
import { utcText } from '../../ground/utc-text.ts'
import type { Site } from '../../site.ts'

const unlockedMillis = 600_000

/**
 * The sessions that may change the definitions and settings of a production site for a while (reference: hosting,
 * Environments). They are kept in memory: a restart locks them all.
 */
export class Unlocks {
  readonly #site: Site
  /** Until when a session may, by its id, in milliseconds of the monotonic clock, which nobody sets. */
  readonly #until = new Map<string, number>()

  constructor(site: Site) {
    this.#site = site
  }

  /** Closes the doors of definitions where people depend on the site. */
  start(): void {
    const { config, engine } = this.#site
    if (config.environment !== 'Production') return
    engine.requireUnlocked = ({ session }) => {
      if (!this.#isOpen(session)) throw needsConfirmation(config.siteId)
    }
  }

  /** Opens them for the session of the call, which tells why. @throws Problem 403, 409 ConfirmationError */
  async open(ctx: Context, sent: Readonly<Record<string, unknown>>): Promise<{ unlocked_until: string }> {
    const { actor, session, operation } = ctx
    if (session === undefined || !(actor.all || actor.roles.has('System Manager'))) throw refused()
    const { config, engine } = this.#site
    requireConfirmation(ctx, config.siteId, sent)
    const until = performance.now() + unlockedMillis
    await engine.store.write((tx) =>
      createIn(engine, { ...ctx, system: true }, tx, 'Version', {
        ref_entity: 'System Settings',
        ref_id: 'System Settings',
        action: 'Action',
        user: actor.user,
        at: engine.clock.nowUtc(),
        request_id: ctx.requestId,
        operation_id: operation.id,
        data: { action: 'unlock', ...operation.confirmed },
      }),
    )
    this.#forgetOver()
    this.#until.set(session, until)
    return { unlocked_until: engine.clock.toWall(utcText(Date.now() + unlockedMillis)) }
  }

  #isOpen(session: string | undefined): boolean {
    return session !== undefined && (this.#until.get(session) ?? 0) > performance.now()
  }

  #forgetOver(): void {
    for (const session of this.#until.keys()) if (!this.#isOpen(session)) this.#until.delete(session)
  }
}
