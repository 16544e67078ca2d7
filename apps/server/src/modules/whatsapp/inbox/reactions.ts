import { find, removeRecord, systemContext, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
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
  if (others.some(({ sent_at }) => sent_at !== null && String(sent_at) > reaction.at)) return false
  const { engine } = site
  const system = systemContext(engine)
  for (const { id, communication } of others) {
    if (communication === null) continue
    await updateIn(engine, system, tx, messageEntity, id, { communication: null })
    await removeRecord(engine, system, tx, engine.models.require('Communication'), String(communication), {})
  }
  return reaction.text !== null
}

/** What the same person has said to the same message with an emoji, by the index of persons. */
async function othersOf({ engine }: Site, tx: Tx, { from, replyTo }: Reaction) {
  if (replyTo === null) return []
  return find(engine, messageEntity, {
    where: { whatsapp_contact_id: from, content_type: 'reaction', reply_to_message_id: replyTo, type: 'Incoming' },
    fields: ['communication', 'sent_at'],
    order: 'made',
    by: 'whatsapp_contact_id',
    reader: tx,
  })
}
