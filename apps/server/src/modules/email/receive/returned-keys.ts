import { hash } from 'node:crypto'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import type { IncomingMail } from './digest.ts'

const mostKeys = 20

/**
 * A mail with a password link came back: bounced to the site's own address, quoted in an answer, or forwarded. People who read
 * the message here could use the link, so that it works no more; its person is sent another when they ask.
 */
export async function voidReturnedKeys(site: Site, tx: Tx, mail: IncomingMail): Promise<void> {
  for (const [, key = ''] of takeSome(`${mail.text}\n${mail.html}`.matchAll(/validate-password\?key=([\w-]{43})/g))) {
    await tx.run(sql`delete from reset_key where hash = ${hash('sha256', key, 'hex')}`)
  }
  // The original of a bounce is a file, whose words nobody has read; its Message-ID is made of its id in the queue.
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

function* takeSome<T>(found: Iterable<T>): Iterable<T> {
  let count = 0
  for (const one of found) {
    if (count++ === mostKeys) return
    yield one
  }
}
