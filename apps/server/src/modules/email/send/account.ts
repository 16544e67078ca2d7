import { invalid, recordNotFound } from '@tavla/contract'
import { type Context, type Engine, findOne, isReadable, type StoredRow } from '../../../entity/index.ts'

/**
 * Like `outgoingAccount`, with the rights of a user: reports an account that they may not read as not found.
 * @throws Problem 404, or 417 when they may read the account and it doesn't send
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
 * The account that sends a mail (reference: conversations, Sending mail): the named one, else the default; null means
 * the transport of the site.
 * @throws Problem 404, or 417 when the named account doesn't send
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

/** Queue of an account's mails in the outbox: one for each server. */
export const laneOf = (account: StoredRow | null) => (account ? `smtp:${String(account.smtp_server)}` : 'file')
