import type { MakeModule } from '../../site.ts'
import { userActions } from './actions/user.ts'
import { roleBehaviour } from './behaviours/role.ts'
import { roleProfileBehaviour } from './behaviours/role-profile.ts'
import { securityEventBehaviour } from './behaviours/security-event.ts'
import { sessionBehaviour } from './behaviours/session.ts'
import { systemSettingsBehaviour } from './behaviours/system-settings.ts'
import { userBehaviour } from './behaviours/user.ts'
import { bodyOf } from './body.ts'
import { makeCore } from './core.ts'
import { noteFailedExpressions } from './keeping/note-failed-expressions.ts'
import { keepInBounds } from './keeping/retention.ts'
import { markHqPeople } from './mark-hq-people.ts'
import { watchRights } from './security/watch-rights.ts'
import { seedCore, seedDemoUsers } from './seeds.ts'
import { Unlocks } from './unlocks.ts'

/** Users, roles, sessions and settings, which every site has. */
const makeCoreModule: MakeModule = (site) => {
  const core = makeCore(site)
  const unlocks = new Unlocks(site)
  const stops: (() => void)[] = []
  return {
    app: 'platform',
    entities: new URL('./entities/', import.meta.url),
    behaviours: [
      userBehaviour(core),
      roleBehaviour,
      roleProfileBehaviour(core),
      sessionBehaviour(core),
      systemSettingsBehaviour,
      securityEventBehaviour(site),
    ],
    actions: userActions(core),
    closedTitles: ['User', 'Session'],
    provides: { sessions: core.sessions, accounts: core.accounts, security: core.security },
    async routes(app) {
      app.post('/api/app/unlock', ({ ctx, body }) => unlocks.open(ctx, bodyOf(body)))
    },
    seed: (engine, ctx) => seedCore(core, engine, ctx),
    seedSample: (engine, ctx) => seedDemoUsers(core, engine, ctx),
    async start() {
      await markHqPeople(site)
      core.sessions.start()
      core.security.start()
      unlocks.start()
      watchRights(site)
      noteFailedExpressions(site)
      stops.push(
        () => core.sessions.stop(),
        keepInBounds(site),
        // Send held messages as soon as the site may reach people again.
        site.engine.listen(({ entity }) => entity === 'System Settings' && site.outbox.wake()),
      )
    },
    stop() {
      for (const stop of stops) stop()
    },
    end: () => core.security.close(),
  }
}

export default makeCoreModule
