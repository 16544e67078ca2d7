import { type Message, textOf } from '@tavla/contract'
import type { StoredRow } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { errorProperty } from '../../../store/errors.ts'
import { sql } from '../../../store/sql.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { readAddresses } from '../addresses.ts'
import { reasonOf } from './mail-faults.ts'

/** The recipients that a mail has not reached, because its server accepted it only for others. */
export interface RemainingRecipients {
  /** Recipients of the next attempt. */
  waiting: string[]
  /** Recipients whom the server refused for good. */
  refused: Refusal[]
  /** The server's reason for the last waiting recipient. */
  reason?: string
  /** Other recipients have got the mail. */
  isRest?: boolean
}

interface Refusal {
  address: string
  reason: string
}

/** Everybody to whom the mail goes, also those of its copies. @throws Problem 417 when one cannot be read */
export const allRecipients = ({ recipients, cc, bcc }: StoredRow): string[] =>
  readAddresses([recipients, cc, bcc].filter(Boolean).join(','))

/** The recipients who have not got the mail yet: all of them before the first successful attempt. */
export async function readRemaining({ store }: Site, queued: StoredRow): Promise<RemainingRecipients> {
  const known = await read(store, String(queued.id))
  return (
    known ?? {
      waiting: allRecipients(queued),
      refused: [],
    }
  )
}

/** Sorts the refused recipients by whether a retry may help; nodemailer gives the reason for each. */
export function sortRefusals(errors: readonly unknown[], before: readonly Refusal[]): RemainingRecipients {
  const remaining: RemainingRecipients = { waiting: [], refused: [...before], isRest: true }
  for (const error of errors) {
    const recipient = errorProperty(error, 'recipient')
    const address = textOf(recipient)
    const reason = reasonOf(error) ?? ''
    if (Number(errorProperty(error, 'responseCode')) >= 500) remaining.refused.push({ address, reason })
    else Object.assign(remaining, { waiting: [...remaining.waiting, address], reason })
  }
  return remaining
}

/** Stores the remaining recipients if there are or were any. */
export async function saveRemaining(
  { store }: Site,
  id: string,
  before: RemainingRecipients,
  remaining: RemainingRecipients,
): Promise<void> {
  if (!before.isRest && remaining.waiting.length + remaining.refused.length === 0) return
  await store.write(async (tx) => {
    await tx.run(sql`delete from site where key = ${keyOf(id)}`)
    await tx.run(sql`insert into site (key, value) values (${keyOf(id)}, ${JSON.stringify(remaining)})`)
  })
}

/** Resolves to whether the server refused some recipients of a sent mail, and forgets them. */
export async function takeRefusals(tx: Tx, id: string): Promise<boolean> {
  const remaining = await read(tx, id)
  if (remaining) await tx.run(sql`delete from site where key = ${keyOf(id)}`)
  return (remaining?.refused.length ?? 0) > 0
}

/** A sentence about the recipients who don't get the mail; undefined when all do. */
export function describeRemaining({ waiting, refused, reason = '' }: RemainingRecipients): Message | undefined {
  const [last] = refused.slice(-1)
  const ofRefused: Message | undefined = last && {
    text: 'The mail server refused {0}: {1}',
    args: [refused.map(({ address }) => address), last.reason],
  }
  if (waiting.length === 0) return ofRefused
  const ofWaiting = { text: 'The mail server asks to try again later for {0}: {1}', args: [waiting, reason] }
  return ofRefused ? { prefix: ofRefused, ...ofWaiting } : ofWaiting
}

async function read(reader: Reader, id: string): Promise<RemainingRecipients | undefined> {
  const row = await reader.get(sql<{ value: string }>`select value from site where key = ${keyOf(id)}`)
  return row && (JSON.parse(row.value) as RemainingRecipients)
}

const keyOf = (id: string) => `mail left ${id}`
