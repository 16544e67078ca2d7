import { type Behaviour, type Change, keepOnlyOne } from '../../../entity/index.ts'
import { sentencePresenter } from '../../../ground/sentences.ts'
import type { Site } from '../../../site.ts'
import { presets } from '../presets.ts'
import { endWaiting } from '../send/waiting.ts'

/**
 * Mail accounts (reference: metadata, Built-in entities; metadata, Rules of built-in entities): what sending and
 * fetching need, and one default for each way.
 */
export const emailAccountBehaviour = (site: Site): Behaviour => ({
  entity: 'Email Account',
  beforeSave(change) {
    if (change.action === 'create') change.after.status ??= 'Not Tested'
    usePreset(change)
    // The server's own notes, such as how far it has read, are no time to refuse a person's account.
    if (!change.ctx.system) requireWhatItUses(change)
  },
  async afterSave(change) {
    await keepOnlyOne(change, 'default_incoming')
    await keepOnlyOne(change, 'default_outgoing')
  },
  beforeDelete: (change) =>
    endWaiting(site, change, 'email_account', { text: 'Its mail account does not send any more.' }),
  present: sentencePresenter(site, 'last_error'),
})

/** The provider's servers, when one is chosen: for the ways that are used, and where no other server is named. */
function usePreset({ before, after, ctx }: Change): void {
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

/** Incoming needs nothing more: without a server, mail comes by the hook. */
function requireWhatItUses({ after, require }: Change): void {
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
