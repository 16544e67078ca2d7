import type { EntityRecord } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'
import { find } from '../../entity/index.ts'
import type { AnswerAddresses, ReplyRecipients, Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { IncomingMail } from './receive/digest.ts'

/** Finds the addresses to which an answer to a received mail goes. */
export class ReplyAddresses implements ReplyRecipients {
  readonly #site: Site

  constructor(site: Site) {
    this.#site = site
  }

  async to(messages: readonly EntityRecord[]): Promise<ReadonlyMap<string, AnswerAddresses>> {
    const mails = messages.filter(
      (one) => one.communication_medium === 'Email' && one.sent_or_received === 'Received' && one.sender !== null,
    )
    if (mails.length === 0) return new Map()
    const [own, wanted] = await Promise.all([this.#ownAddresses(), this.#wanted(mails.map(({ id }) => id))])
    return new Map(mails.map((mail) => [mail.id, addressesFor(mail, wanted.get(mail.id) ?? [], own)]))
  }

  /** In lower case. */
  async #ownAddresses(): Promise<Set<string>> {
    const accounts = await find(this.#site.engine, 'Email Account', { fields: ['email_id'] })
    return new Set(accounts.map(({ email_id: address }) => String(address ?? '').toLowerCase()))
  }

  async #wanted(ids: readonly string[]): Promise<Map<string, string[]>> {
    const { store } = this.#site
    const isOne = store.dialect.isOneOf(sql`communication`, store.dialect.listParam(ids), 'text')
    const rows = await store.all<{ communication: string; addresses: string }>(
      sql`select communication, addresses from reply_to where ${isOne}`,
    )
    return new Map(rows.map(({ communication, addresses }) => [communication, partsOf(addresses)]))
  }
}

function addressesFor(mail: EntityRecord, wanted: readonly string[], own: ReadonlySet<string>): AnswerAddresses {
  const isOurs = (address: string) => own.has(address.toLowerCase())
  // A reply-to address of ours gets the answers anyway.
  const elsewhere = wanted.filter((address) => !isOurs(address))
  const to = elsewhere.length > 0 ? elsewhere : partsOf(mail.sender)
  const others = [...partsOf(mail.recipients), ...partsOf(mail.cc)].filter((address) => !isOurs(address))
  const taken = new Set(to.map((address) => address.toLowerCase()))
  return { to: to.join(', '), cc: onceEach(others, taken).join(', ') }
}

/** Each address once, without regard to case, and without those in `taken`. */
function onceEach(addresses: readonly string[], taken: Set<string>): string[] {
  return addresses.filter((address) => {
    const isNew = !taken.has(address.toLowerCase())
    taken.add(address.toLowerCase())
    return isNew
  })
}

const partsOf = (list: unknown): string[] =>
  typeof list === 'string' ? list.split(/[,;\s]+/).filter((part) => isEmailAddress(part)) : []

/** Stores the reply-to addresses of a received mail, unless they are just its sender. */
export async function noteReplyTo(tx: Tx, id: string, { from, replyTo }: IncomingMail): Promise<void> {
  const addresses = onceEach(replyTo.filter(isEmailAddress), new Set()).slice(0, maxReplyTo)
  if (addresses.length === 0 || (addresses.length === 1 && addresses[0]?.toLowerCase() === from.address)) return
  await tx.run(sql`insert into reply_to (communication, addresses) values (${id}, ${addresses.join(', ')})`)
}

export async function forgetReplyTo(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from reply_to where communication = ${id}`)
}

/** Maximum of reply-to addresses kept of a mail; longer lists are abuse. */
const maxReplyTo = 10
