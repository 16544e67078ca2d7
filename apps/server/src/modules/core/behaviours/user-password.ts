import type { Change } from '../../../entity/index.ts'
import type { Core } from '../core.ts'
import { wrongCurrent } from '../password-changes.ts'
import { passwordFault } from '../password-rules.ts'
import { hashPasswordNow } from '../passwords.ts'
import { isOfHq, signInThroughHq } from '../people.ts'
import { isServersOwn } from '../security/user-notes.ts'

/**
 * `new_password` is write-only: its hash goes to the credentials, and the field stays empty. Every user needs their
 * current password, in `old_password`, to change their own.
 */
export async function applyPassword(core: Core, change: Change): Promise<void> {
  const { after, ctx, engine, id, reject, tx } = change
  const { new_password: sent, old_password: old } = change.sent
  Object.assign(after, { new_password: null, old_password: null, send_welcome_email: 0 })
  if (!isGiven(sent)) return
  if (isOfHq(after)) return reject('new_password', signInThroughHq)
  const about = { event: 'Password Changed', ctx, account: id } as const
  const isOwn = !ctx.system && ctx.actor.user === id
  const session = ctx.session ?? ''
  if (isOwn && !(await core.accounts.isCurrentPasswordIn(tx, { id: session, user: id }, old))) {
    core.site.security.note({ ...about, outcome: 'Refused' })
    return reject('old_password', wrongCurrent)
  }
  const { password_min_length: minLength, site_title: siteTitle } = engine.settings
  const owner = { email: String(after.email ?? ''), full_name: String(after.full_name ?? ''), siteTitle }
  const fault = passwordFault(sent, minLength, owner)
  if (fault) return reject('new_password', fault)
  await core.credentials.setIn(tx, id, hashPasswordNow(sent))
  await core.sessions.endAllIn(tx, id, isOwn ? session : undefined)
  if (!isServersOwn(ctx)) change.afterCommit(() => core.site.security.note({ ...about, outcome: 'Allowed' }))
}

/** Forms send the mask back unchanged. */
const isGiven = (sent: unknown): sent is string => typeof sent === 'string' && sent !== '' && sent !== '********'
