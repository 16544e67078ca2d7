import { find, removeRecord, systemContext, updateIn } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { messageEntity } from '../rows.ts'
import type { Content } from './content.ts'

interface Reaction extends Pick<Content, 'text' | 'replyTo'> {
  from: string
  /** Time of the reaction, as UTC text. */
  at: string
}

/**
 * Removes a contact's former reaction to a message from the thread and its badges, because a contact has one reaction
 * per message and an empty one removes it. The former message stays stored. Resolves to whether the new reaction
 * belongs in the thread.
 */
export async function replaceReaction(site: Site, tx: Tx, reaction: Reaction): Promise<boolean> {
  const others = await othersOf(site, tx, reaction)
  // Calls may arrive in another order than the reactions were made.
  if (others.some(({ sent_at }) => sent_at !== null && String(sent_at) > reaction.at)) return false
  const { engine } = site
  const system = systemContext(engine)
  for (const { id, communication } of others) {
    if (communication === null) continue
    await updateIn(engine, system, tx, messageEntity, id, { communication: null })
    await removeRecord(engine, system, tx, engine.models.require('Communication'), String(communication), {
      isFinal: true,
    })
  }
  return reaction.text !== null
}

/** The contact's reactions to the same message, found by the index of contacts. */
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
