import { type Behaviour, type Change, keepFlagOfOther, keepOnlyOne } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import { presets } from '../presets.ts'
import { endWaiting } from '../send/waiting.ts'

/**
 * Rules of mail accounts (reference: metadata, Built-in entities; metadata, Rules of built-in entities): the fields
 * that sending and fetching need, and one default account for each.
 */
export const emailAccountBehaviour = (site: Site): Behaviour => ({
  entity: 'Email Account',
  beforeSave(change) {
    if (change.action === 'create') change.after.status ??= 'Not Tested'
    applyPreset(change)
    // A write of the server, such as its reading progress, must not fail on an incomplete account.
    if (!change.ctx.system) requireNeededFields(change)
  },
  async afterSave(change) {
    await keepOnlyOne(change, 'default_incoming')
    await keepOnlyOne(change, 'default_outgoing')
  },
  beforeDelete: (change) =>
    endWaiting(site, change, 'email_account', { text: 'Its mail account does not send any more.' }),
  async beforeRestore(restored) {
    await keepFlagOfOther(restored, 'Email Account', 'default_incoming')
    await keepFlagOfOther(restored, 'Email Account', 'default_outgoing')
  },
  present: sentencePresenter(site, 'last_error'),
})

/** Fills in the servers of the chosen provider, for the directions in use and where the user names no other server. */
function applyPreset({ before, after, ctx }: Change): void {
  const preset = presets[String(after.service)]
  if (ctx.system || !preset) return
  const former = presets[String(before?.service)]
  for (const [way, server, rest] of [
    ['enable_outgoing', 'smtp_server', ['smtp_port', 'use_tls', 'use_ssl_for_outgoing']],
    ['enable_incoming', 'email_server', ['incoming_port', 'use_ssl']],
  ] as const) {
    if (after[way] !== 1 || (after[server] != null && after[server] !== former?.[server])) continue
    if (after[server] === preset[server]) continue
    for (const name of [server, ...rest]) after[name] = preset[name] as string | number
  }
}

/** Incoming mail needs no further field: without a server, mail comes through the hook. */
function requireNeededFields({ after, require }: Change): void {
  const needed = (fieldname: string) => {
    if (after[fieldname] == null) require(fieldname)
  }
  const sends = after.enable_outgoing === 1
  if (sends) needed('smtp_server')
  if (after.auth_method === 'OAuth') {
    needed('connected_app')
    needed('connected_user')
  } else if ((sends || after.email_server != null) && after.no_smtp_authentication !== 1) needed('password')
}
