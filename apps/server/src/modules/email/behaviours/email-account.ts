import { keepOnlyOne } from '../../../entity/index.ts'
import type { Behaviour, Change } from '../../../entity/types.ts'

/** Mail accounts (contract 1.2, 3.13): what sending and fetching need, and one default for each way. */
export const emailAccountBehaviour: Behaviour = {
  entity: 'Email Account',
  beforeSave(change) {
    if (change.action === 'create') change.after.status ??= 'Not Tested'
    // The server's own notes, such as how far it has read, are no time to refuse a person's account.
    if (!change.ctx.system) requireWhatItUses(change)
  },
  async afterSave(change) {
    await keepOnlyOne(change, 'default_incoming')
    await keepOnlyOne(change, 'default_outgoing')
  },
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
