import type { Behaviour } from '../../../entity/types.ts'
import { requireAdministrator } from '../administrator.ts'
import type { Core } from '../core.ts'

/** Sessions: deleting the record ends the session. Who sees which is a matter of ownership. */
export function sessionBehaviour(core: Core): Behaviour {
  return {
    entity: 'Session',
    guard(right, ctx, record) {
      if (right !== 'read' && record.user === 'Administrator') requireAdministrator(ctx)
    },
    afterDelete: ({ before, id, tx }) =>
      core.sessions.forgetIn(tx, id, typeof before?.user === 'string' ? before.user : ''),
  }
}
