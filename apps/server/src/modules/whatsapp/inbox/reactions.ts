import { removeRecord } from '../../../entity/delete.ts'
import { systemContext, updateIn } from '../../../entity/index.ts'
import { column, Plan, Slot } from '../../../entity/plan.ts'
import type { Site } from '../../../site.ts'
import { sql } from '../../../store/sql.ts'
import type { Tx } from '../../../store/store.ts'
import { messageEntity } from '../rows.ts'
import type { Content } from './content.ts'

interface Reaction extends Pick<Content, 'text' | 'replyTo'> {
  from: string
  /** When it was given, as UTC text. */
  at: string
}

/**
 * A person has one reaction to a message: another takes its place, and an empty one takes it away. What was there before
 * leaves the thread, and with it the badges; the message itself is kept as it came. Resolves to whether this one is to stand
 * in the thread.
 */
export async function makeRoomForReaction(site: Site, tx: Tx, reaction: Reaction): Promise<boolean> {
  const others = await othersOf(site, tx, reaction)
  // Calls may come in another order than things were done.
  if (others.some(({ sent_at }) => sent_at !== null && sent_at > reaction.at)) return false
  const { engine } = site
  const system = systemContext(engine)
  for (const { id, communication } of others) {
    if (communication === null) continue
    await updateIn(engine, system, tx, messageEntity, id, { communication: null })
    await removeRecord(engine, system, tx, engine.models.require('Communication'), communication, {})
  }
  return reaction.text !== null
}

interface Former {
  id: string
  type: string
  communication: string | null
  sent_at: string | null
}

/** What the same person has said to the same message with an emoji, by the index of persons. */
async function othersOf({ engine }: Site, tx: Tx, { from, replyTo }: Reaction): Promise<Former[]> {
  if (replyTo === null) return []
  const plan = engine.plans.get('whatsapp reactions of a person to a message', () => {
    const names = ['type', 'communication', 'sent_at']
    const wanted = sql.join(names.map((name) => sql`${column(`c_${name}`)} as ${sql.id(name)}`))
    const { table } = engine.models.require(messageEntity)
    return new Plan(sql`select id, ${wanted} from ${sql.table(table.name)}
      where ${column('c_whatsapp_contact_id')} = ${new Slot(0)} and ${column('c_content_type')} = 'reaction'
      and ${column('c_reply_to_message_id')} = ${new Slot(1)} order by rid`)
  })
  const found = await plan.all<Former>(tx, [from, replyTo])
  return found.filter(({ type }) => type === 'Incoming')
}
