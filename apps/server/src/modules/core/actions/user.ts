import { type EntityRecord, invalid, recordNotFound } from '@tavla/contract'
import { type Engine, effectiveRights, writeVersion } from '../../../entity/index.ts'
import type { Action, Context } from '../../../entity/types.ts'
import type { Tx } from '../../../store/store.ts'
import { isReachable, mailedUser } from '../accounts.ts'
import type { Core } from '../core.ts'

/** What a System Manager does for a user (contract 3.7, 9.2). */
export function userActions(core: Core): Action[] {
  return [
    managersOnly('send_reset_email', 'write', async (engine, ctx, record) => {
      const user = mailedUser(record)
      if (user.id === 'Guest') throw recordNotFound('User', user.id)
      if (record.enabled !== 1 || !isReachable(user.email)) throw invalid('Please enter a valid email address.')
      // Whoever never had a password was invited and may have lost the mail.
      const kind = record.status === 'Invited' ? 'invitation' : 'reset'
      await core.site.store.write(async (tx) => {
        await core.accounts.mailKeyIn(tx, user, kind)
        await audit(engine, ctx, tx, user.id, 'send_reset_email')
      })
      return {}
    }),
    managersOnly('end_sessions', 'write', async (engine, ctx, record) => {
      const ended = await endSessions(core, record)
      await core.site.store.write((tx) => audit(engine, ctx, tx, record.id, 'end_sessions'))
      return { ended }
    }),
    managersOnly('get_effective_rights', 'read', async (engine, _ctx, record) => ({
      rights: await effectiveRights(engine, record.id),
    })),
  ]
}

/** What changes no field of the person stands in the audit all the same. */
const audit = (engine: Engine, ctx: Context, tx: Tx, id: string, action: string): Promise<void> =>
  writeVersion(engine, ctx, tx, engine.models.require('User'), id, 'Action', { action })

const endSessions = (core: Core, record: EntityRecord) => core.sessions.endAll(record.id)

function managersOnly(name: string, needs: Action['needs'], run: Action['run']): Action {
  return { entity: 'User', name, needs, role: 'System Manager', run }
}
