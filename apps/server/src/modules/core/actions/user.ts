import { type EntityRecord, invalid, recordNotFound } from '@tavla/contract'
import { type Action, type Context, effectiveRights } from '../../../entity/index.ts'
import { invitationDays, makeKeyIn } from '../account-keys.ts'
import type { Core } from '../core.ts'
import { deliveryOf } from '../delivery.ts'
import { isOfHq, isReachable, mailedUser, signInThroughHq } from '../people.ts'

/** Actions of System Managers on users (reference: http-api, Actions; metadata, Roles). */
export function userActions(core: Core): Action[] {
  return [
    managersOnly('send_reset_email', 'write', async (_engine, ctx, record) => {
      const user = mailedUser(record)
      if (user.id === 'Guest') throw recordNotFound('User', user.id)
      if (isOfHq(record)) throw invalid(signInThroughHq.text)
      if (record.enabled !== 1 || !isReachable(user.email)) throw invalid('Please enter a valid email address.')
      // A user without a password was invited, and may have lost the mail.
      const kind = record.status === 'Invited' ? 'invitation' : 'reset'
      await core.site.store.write((tx) => core.accounts.mailKeyIn(tx, user, kind))
      core.site.security.note({ event: 'Password Reset Asked', outcome: 'Allowed', ctx, account: user.id })
      return { delivery: await deliveryOf(core.site) }
    }),
    {
      ...managersOnly('copy_invitation_link', 'write', (_engine, _ctx, record) => invitationLink(core, record)),
      reveals: 'Invitation Link',
    },
    managersOnly('end_sessions', 'write', async (_engine, ctx, record) => ({
      ended: await endSessions(core, ctx, record),
    })),
    managersOnly('get_mail_delivery', 'read', async () => ({ delivery: await deliveryOf(core.site) })),
    managersOnly('get_effective_rights', 'read', async (engine, _ctx, record) => ({
      rights: await effectiveRights(engine, record.id),
    })),
  ]
}

/**
 * Makes an invitation link for a user without a password, to hand over where no mail arrives; it works once.
 * @throws Problem 417 for other users: only they may set their password
 */
async function invitationLink({ site }: Core, record: EntityRecord): Promise<{ link: string; days: number }> {
  if (isOfHq(record)) throw invalid(signInThroughHq.text)
  if (record.status !== 'Invited' || record.id === 'Guest' || record.id === 'Administrator') {
    throw invalid('An invitation link is only for people who have not chosen a password yet.')
  }
  const key = await site.store.write((tx) => makeKeyIn(site, tx, record.id, 'invitation'))
  return { link: `${site.config.publicUrl}/validate-password?key=${key}`, days: invitationDays }
}

async function endSessions({ site, sessions }: Core, ctx: Context, { id }: EntityRecord): Promise<number> {
  const ended = await site.store.write(async (tx) => {
    await site.linkedSites?.endSessionsIn(tx, id)
    return sessions.endAllIn(tx, id)
  })
  site.security.note({ event: 'Sessions Ended', outcome: 'Allowed', ctx, account: id })
  return ended
}

function managersOnly(name: string, needs: Action['needs'], run: Action['run']): Action {
  return { entity: 'User', name, needs, role: 'System Manager', run }
}
