import { type RestoredMark, unmarkRestored } from '../config/restored-mark.ts'
import { find } from '../entity/index.ts'
import { hashPassword } from '../modules/core/passwords.ts'
import type { Site } from '../site.ts'
import { sql } from '../store/sql.ts'

/**
 * Settles a start on records that come out of a backup: their sessions end, and no message of theirs leaves by itself,
 * because it may have left since (reference: conversations, Outbox). In another project than that of the backup,
 * Administrator gets the configured password. It runs before the outbox starts, and can be
 * repeated.
 */
export async function settleRestored(
  { config, engine, sessions, outbox, logs }: Site,
  mark: RestoredMark,
): Promise<void> {
  if (mark.isNew && config.adminPassword !== undefined) {
    const hash = await hashPassword(config.adminPassword)
    const now = engine.clock.nowUtc()
    await engine.store.write(async (tx) => {
      await tx.run(sql`delete from credential where ${sql.id('user')} = 'Administrator'`)
      await tx.run(
        sql`insert into credential (${sql.id('user')}, hash, changed) values ('Administrator', ${hash}, ${now})`,
      )
    })
  }
  const active = await find(engine, 'Session', { where: { status: 'Active' }, fields: ['user'] })
  for (const user of new Set(active.map((session) => String(session.user)))) await sessions.endAll(user)
  const held = await outbox.holdRestored({ isCopy: mark.isNew === true })
  logs.server.warn({ sessions: active.length, messages: held }, 'the records come out of a backup')
  unmarkRestored(config.dir)
}
