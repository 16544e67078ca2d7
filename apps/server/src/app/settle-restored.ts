import { isMarkedRestored, unmarkRestored } from '../config/restored-mark.ts'
import { find } from '../entity/index.ts'
import type { Site } from '../site.ts'

/**
 * Settles a start on records that come out of a backup: their sessions end, and no message of theirs leaves by itself,
 * because it may have left since (reference: conversations, Outbox). It runs before the outbox starts, and can be
 * repeated.
 */
export async function settleRestored({ config, engine, sessions, outbox, logs }: Site): Promise<void> {
  if (!isMarkedRestored(config.dir)) return
  const active = await find(engine, 'Session', { where: { status: 'Active' }, fields: ['user'] })
  for (const user of new Set(active.map((session) => String(session.user)))) await sessions.endAll(user)
  const held = await outbox.holdRestored()
  logs.server.warn({ sessions: active.length, messages: held }, 'the records come out of a backup')
  unmarkRestored(config.dir)
}
