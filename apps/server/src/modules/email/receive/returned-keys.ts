import { hash } from 'node:crypto'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import type { IncomingMail } from './digest.ts'

const maxKeys = 20

/**
 * Voids password links in a mail that came back: bounced, quoted in an answer or forwarded. Users who read the message
 * here could use the link; its owner can ask for a new one.
 */
export async function voidReturnedKeys(site: Site, tx: Tx, mail: IncomingMail): Promise<void> {
  for (const [, key = ''] of takeFirst(`${mail.text}\n${mail.html}`.matchAll(/validate-password\?key=([\w-]{43})/g))) {
    await tx.run(sql`delete from reset_key where hash = ${hash('sha256', key, 'hex')}`)
  }
  // The original of a bounce is an unread file, but its Message-ID holds its id in the queue.
  const { engine } = site
  const rows = engine.rows(engine.models.require('Email Queue'))
  for (const id of mail.bounce?.messageIds ?? []) {
    const [, queued] = /^<([a-z2-7]{10})@/.exec(id) ?? []
    const row = queued === undefined ? undefined : await rows.byId(tx, queued)
    if (row?.communication !== null || !String(row.message ?? '').includes('{link}')) continue
    const user = String(row.recipients ?? '').toLowerCase()
    await tx.run(sql`delete from reset_key where ${sql.id('user')} = ${user}`)
  }
}

function* takeFirst<T>(found: Iterable<T>): Iterable<T> {
  let count = 0
  for (const one of found) {
    if (count++ === maxKeys) return
    yield one
  }
}
