import { hash } from 'node:crypto'
import { sqlOf, systemContext, updateIn } from '../../../entity/index.ts'
import type { PasswordLink, Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'

const done = 'sealed keys of queued mails'

/** Upgrades a site once: seals the keys of password links that an earlier version queued in clear text. */
export async function sealOldKeys(site: Site): Promise<void> {
  const { engine } = site
  if (await engine.store.get(engine.system.getSite.with([done]))) return
  const { table, field } = sqlOf(engine, 'Email Queue')
  await engine.store.write(async (tx) => {
    const old =
      await tx.all(sql<OldMail>`select id, ${field('message')} as message, ${field('recipients')} as recipients
        from ${table} where ${field('message')} like ${'%/validate-password?key=%'}`)
    for (const mail of old) await sealKey(site, tx, mail)
    await tx.run(engine.system.setSite.with([done, engine.clock.nowUtc()]))
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
  const known = await tx.get(
    sql<Pick<PasswordLink, 'user' | 'kind'>>`select ${sql.id('user')}, kind from reset_key where hash = ${hashed}`,
  )
  // The key is void already; a retry can still make a new one for this user.
  const { user, kind } = known ?? { user: recipients.trim().toLowerCase(), kind: 'reset' }
  const link: PasswordLink = { key, user, kind }
  await updateIn(engine, systemContext(engine), tx, 'Email Queue', id, {
    message: message.replace(/https?:[^\s"<>]*\/validate-password\?key=[\w-]+/g, '{link}'),
    password_link: JSON.stringify(link),
  })
}
