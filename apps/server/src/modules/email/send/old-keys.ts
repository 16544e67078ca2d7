import { hash } from 'node:crypto'
import { systemContext, updateIn } from '../../../entity/index.ts'
import { column } from '../../../entity/plan.ts'
import { allRows, oneRow } from '../../../outbox/system-sql.ts'
import type { PasswordLink, Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'

const done = 'sealed keys of queued mails'

/** Once for each site: takes keys out of mails that an earlier version queued with their link in clear. */
export async function sealOldKeys(site: Site): Promise<void> {
  const { engine } = site
  if (await engine.system.getSite.get(engine.store, [done])) return
  const { table } = engine.models.require('Email Queue')
  await engine.store.write(async (tx) => {
    const old = await allRows(
      tx,
      sql<OldMail>`select id, ${column('c_message')} as message, ${column('c_recipients')} as recipients
        from ${sql.table(table.name)} where ${column('c_message')} like ${'%/validate-password?key=%'}`,
    )
    for (const mail of old) await sealKey(site, tx, mail)
    await engine.system.setSite.run(tx, [done, engine.clock.nowUtc()])
  })
}

interface OldMail {
  id: string
  message: string
  recipients: string
}

async function sealKey({ engine }: Site, tx: Tx, { id, message, recipients }: OldMail): Promise<void> {
  const key = /validate-password\?key=([\w-]{43})/.exec(message)?.[1]
  if (key === undefined) return
  const hashed = hash('sha256', key, 'hex')
  const known = await oneRow(
    tx,
    sql<Pick<PasswordLink, 'user' | 'kind'>>`select ${sql.id('user')}, kind from reset_key where hash = ${hashed}`,
  )
  // Of one that is void already, its person can still be sent another.
  const { user, kind } = known ?? { user: recipients.trim().toLowerCase(), kind: 'reset' }
  const link: PasswordLink = { key, user, kind }
  await updateIn(engine, systemContext(engine), tx, 'Email Queue', id, {
    message: message.replace(/https?:[^\s"<>]*\/validate-password\?key=[\w-]+/g, '{link}'),
    password_link: JSON.stringify(link),
  })
}
