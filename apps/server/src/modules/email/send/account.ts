import { invalid, recordNotFound } from '@tavla/contract'
import { type Context, type Engine, findOne, isReadable, type StoredRow } from '../../../entity/index.ts'

/**
 * As `outgoingAccount`, for a person: a named account that does not send is as good as none to those who may not see it.
 * @throws Problem 404, or 417 for one that does not send and that they see
 */
export async function outgoingAccountFor(engine: Engine, ctx: Context, name: string | null): Promise<StoredRow | null> {
  try {
    return await outgoingAccount(engine, name)
  } catch (error) {
    if (name === null || (await isReadable(engine, ctx, engine.store, 'Email Account', name))) throw error
    throw recordNotFound('Email Account', name)
  }
}

/**
 * The account that a mail leaves by (reference: conversations, Sending mail): the named one, else the default; null is
 * the transport of the site.
 * @throws Problem 404 or 417 for a named one that does not send
 */
export async function outgoingAccount(engine: Engine, name: string | null): Promise<StoredRow | null> {
  const rows = engine.rows(engine.models.require('Email Account'))
  if (name === null) return defaultAccount(engine)
  const account = await rows.byId(engine.store, name)
  if (!account) throw recordNotFound('Email Account', name)
  if (account.enable_outgoing !== 1) throw invalid('The account {0} does not send mail', [name])
  return account
}

async function defaultAccount(engine: Engine): Promise<StoredRow | null> {
  const found = await findOne(engine, 'Email Account', { where: { default_outgoing: 1, enable_outgoing: 1 } })
  if (!found) return null
  return (await engine.rows(engine.models.require('Email Account')).byId(engine.store, found.id)) ?? null
}

/** Where mails of an account wait for each other: its server. */
export const laneOf = (account: StoredRow | null) => (account ? `smtp:${String(account.smtp_server)}` : 'file')
