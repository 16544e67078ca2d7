import type { Message } from '@tavla/contract'
import type { StoredRow } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import { errorProperty } from '../../../store/errors.ts'
import { sql } from '../../../store/sql.ts'
import type { Reader, Tx } from '../../../store/store.ts'
import { readAddresses } from '../addresses.ts'
import { reasonOf } from './mail-faults.ts'

/** Whom a mail has not reached, when its server took it for some of its recipients only. */
export interface Left {
  /** Those who get it with a further attempt, which is for nobody else. */
  waiting: string[]
  /** Those whom the server refused for good. */
  refused: Refusal[]
  /** What the server said of the last who has to wait. */
  reason?: string
  /** Others have got it. */
  isRest?: boolean
}

interface Refusal {
  address: string
  reason: string
}

/** Who has not got the mail yet: everybody, before the first attempt that came through. */
export async function leftOf({ store }: Site, queued: StoredRow): Promise<Left> {
  const known = await read(store, String(queued.id))
  return (
    known ?? {
      waiting: readAddresses([queued.recipients, queued.cc, queued.bcc].filter(Boolean).join(',')),
      refused: [],
    }
  )
}

/** Sorts those whom the server did not take by whether another attempt may help; nodemailer says of each why. */
export function sortRefusals(errors: readonly unknown[], before: readonly Refusal[]): Left {
  const left: Left = { waiting: [], refused: [...before], isRest: true }
  for (const error of errors) {
    const recipient = errorProperty(error, 'recipient')
    const address = typeof recipient === 'string' ? recipient : ''
    const reason = reasonOf(error) ?? ''
    if (Number(errorProperty(error, 'responseCode')) >= 500) left.refused.push({ address, reason })
    else Object.assign(left, { waiting: [...left.waiting, address], reason })
  }
  return left
}

/** Remembers who is left, where somebody is or was. */
export async function noteLeft({ store }: Site, id: string, before: Left, left: Left): Promise<void> {
  if (!before.isRest && left.waiting.length + left.refused.length === 0) return
  await store.write(async (tx) => {
    await tx.run(sql`delete from site where key = ${keyOf(id)}`)
    await tx.run(sql`insert into site (key, value) values (${keyOf(id)}, ${JSON.stringify(left)})`)
  })
}

/** Whether a mail that left did not leave for everybody; it is forgotten with that. */
export async function takeRefusals(tx: Tx, id: string): Promise<boolean> {
  const left = await read(tx, id)
  if (left) await tx.run(sql`delete from site where key = ${keyOf(id)}`)
  return (left?.refused.length ?? 0) > 0
}

/** What is to be said of a mail that not everybody gets; undefined when everybody does. */
export function remarkOn({ waiting, refused, reason = '' }: Left): Message | undefined {
  const [last] = refused.slice(-1)
  const ofRefused: Message | undefined = last && {
    text: 'The mail server refused {0}: {1}',
    args: [refused.map(({ address }) => address), last.reason],
  }
  if (waiting.length === 0) return ofRefused
  const ofWaiting = { text: 'The mail server asks to try again later for {0}: {1}', args: [waiting, reason] }
  return ofRefused ? { prefix: ofRefused, ...ofWaiting } : ofWaiting
}

async function read(reader: Reader, id: string): Promise<Left | undefined> {
  const row = await reader.get(sql<{ value: string }>`select value from site where key = ${keyOf(id)}`)
  return row && (JSON.parse(row.value) as Left)
}

const keyOf = (id: string) => `mail left ${id}`
