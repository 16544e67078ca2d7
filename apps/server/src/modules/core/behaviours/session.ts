import type { Behaviour } from '../../../entity/index.ts'
import { requireAdministrator } from '../administrator.ts'
import type { Core } from '../core.ts'
import { isServersOwn } from '../security/user-notes.ts'

/** Rules of sessions: deleting the record ends the session. Ownership decides who sees it. */
export function sessionBehaviour(core: Core): Behaviour {
  return {
    entity: 'Session',
    guard(right, ctx, record) {
      if (right !== 'read' && record.user === 'Administrator') requireAdministrator(ctx)
    },
    async afterDelete({ before, ctx, id, tx, afterCommit }) {
      const user = typeof before?.user === 'string' ? before.user : ''
      await core.sessions.forgetIn(tx, id, user)
      if (before?.status !== 'Active' || isServersOwn(ctx)) return
      afterCommit(() => core.site.security.note({ event: 'Sessions Ended', outcome: 'Allowed', ctx, account: user }))
    },
  }
}
